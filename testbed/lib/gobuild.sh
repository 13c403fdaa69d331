# Sourced: one Go build with its progress shown. Builds take minutes, so they step back for other work and
# never run two at a time.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/aliquot

# Where Go's own packages put it, often without a word to PATH.
command -v go > /dev/null || PATH=$PATH:/usr/local/go/bin:/usr/lib/go/bin

# The name of a folder in the cache that holds what was built from exactly these files: hash_of FILE...
hash_of() {
    cat "$@" | sha256sum | cut -c1-12
}

# go_build TITLE OUTPUT-FOLDER ARGUMENTS-OF-GO-BUILD...   in the current folder, which holds go.mod and go.sum.
# Everything lands in OUTPUT-FOLDER, or nothing does.
go_build() {
    local title=$1 output=$2 start=$SECONDS result=0 part
    shift 2
    has_go "$title" || return
    mkdir -p "$cache"
    part=$(mktemp -d "$output.part.XXXX")
    (
        flock -n 8 || { echo "$title: waiting for another build to end" >&2; flock 8; }
        [ -e "$output" ] && exit 0
        echo "$title: building (minutes on a cold cache; load $(cut -d' ' -f1 /proc/loadavg))" >&2
        export GOWORK=off CGO_ENABLED=${CGO_ENABLED:-0} GOFLAGS=-mod=readonly
        nice -n 15 go build -v -p 2 -trimpath -o "$part/" "$@" 2>&1 | progress "$title" "$start" "$part.log"
        [ "${PIPESTATUS[0]}" -eq 0 ] || { tail -n 20 "$part.log" >&2; rm -rf "$part"; exit 1; }
        mv -T "$part" "$output"
        echo "$title: built in $((SECONDS - start)) s, $(du -sm "$output" | cut -f1) MiB in $output" >&2
    ) 8> "$cache/build.lock" || result=$?
    rm -rf "$part" "$part.log"
    return $result
}

# Go 1.21 or later fetches by itself the Go that a module asks for.
has_go() {
    local version
    version=$(go env GOVERSION 2> /dev/null) || version=none
    [[ $version =~ ^go1\.([0-9]+) && ${BASH_REMATCH[1]} -ge 21 ]] && return
    echo "$1: is built with Go 1.21 or later, and here is ${version/none/none on PATH or in /usr/local/go}" >&2
    return 1
}

# Counts the packages that go build names as it compiles them: a line in place on a terminal, one in 30 s elsewhere.
progress() {
    local title=$1 start=$2 log=$3 count=0 said=$SECONDS
    while IFS= read -r package; do
        echo "$package" >> "$log"
        count=$((count + 1))
        if [ -t 2 ]; then
            printf '\r\033[K%s: %d packages, %d s  %.50s' "$title" "$count" $((SECONDS - start)) "$package" >&2
        elif [ $((SECONDS - said)) -ge 30 ]; then
            said=$SECONDS
            echo "$title: $count packages, $((SECONDS - start)) s" >&2
        fi
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

# build_module TITLE MODULE@VERSION SUM OUTPUT-FOLDER ARGUMENTS...: a published program, from its own go.mod and go.sum.
build_module() {
    local title=$1 module=$2 sum=$3 output=$4 answer
    shift 4
    [ ! -e "$output" ] || return 0
    answer=$(cd / && GOWORK=off GOFLAGS= go mod download -json "$module")
    grep -qF "\"Sum\": \"$sum\"" <<< "$answer" || { echo "$title: $module is not what it was when it was pinned" >&2; return 1; }
    cd "$(sed -n 's/^\t"Dir": "\(.*\)",$/\1/p' <<< "$answer")" || return
    go_build "$title" "$output" "$@"
}
