# Sourced by the smoke scripts.

# proven SENTENCE COMMAND...: prints the sentence; when the command fails, also what it printed last, and ends the script.
proven() {
    local sentence=$1 output
    shift
    if output=$("$@" 2>&1); then echo "  ok    $sentence"; else printf '  FAIL  %s\n%s\n' "$sentence" "$(tail -n 30 <<< "$output")"; exit 1; fi
}

equal() {
    [ "$1" = "$2" ] || { echo "expected: $1"; echo "found:    $2"; return 1; }
}

# prints TEXT COMMAND...: the command succeeds and prints just this. (Within "$(...)" a command that fails has printed nothing.)
prints() {
    local expected=$1 found
    shift
    found=$("$@") || { echo "it failed: $*"; return 1; }
    equal "$expected" "$found"
}

contains() {
    grep -qF -- "$1" <<< "$2" || { echo "no $1 in: $2"; return 1; }
}

lacks() {
    ! grep -qF -- "$1" <<< "$2" || { echo "found $1 in: $2"; return 1; }
}

# The command lines of all processes.
processes() {
    cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\0' ' '
}

# Of the machine: a figure says little without it.
load() { cut -d' ' -f1 /proc/loadavg; }
