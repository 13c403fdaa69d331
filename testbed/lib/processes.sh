# Sourced: the processes of one cluster. For each NAME there is run/NAME.args (the command line, an argument a
# line), run/NAME.pid while it runs ("PID START-TIME") and logs/NAME.log. Needs $dir.

# The moment a process started, in the kernel's own count: with it a pid that was given out again is not mistaken for ours.
start_time() {
    local stat
    { stat=$(< "/proc/$1/stat"); } 2> /dev/null || return 1
    set -- ${stat##*) }
    [ "$1" != Z ] && echo "${20}"
}

# define NAME COMMAND ARGUMENTS...
define() {
    local name=$1
    shift
    printf '%s\n' "$@" > "$dir/run/$name.args"
}

# Starts what `define` wrote, in a session of its own, holding none of our open files. Its log begins anew, as some
# components tell only there that they are ready.
launch() {
    local args log=$dir/logs/$1
    [ ! -e "$log.log" ] || mv "$log.log" "$log.previous.log"
    mapfile -t args < "$dir/run/$1.args"
    setsid "${args[@]}" > "$log.log" 2>&1 < /dev/null &
    echo "$! $(start_time $!)" > "$dir/run/$1.pid"
    disown
}

is_running() {
    local pid started
    read -r pid started 2> /dev/null < "$dir/run/$1.pid" && [ "$(start_time "$pid")" = "$started" ]
}

# stop_process NAME [SIGNAL]: sends the signal (TERM) to the process and what it started, waits for its end, and insists
# with KILL after 20 s.
stop_process() {
    local pid started
    if is_running "$1"; then
        read -r pid started < "$dir/run/$1.pid"
        kill "-${2:-TERM}" -- "-$pid"
        wait_until 20 is_stopped "$1" || kill -KILL -- "-$pid"
        wait_until 5 is_stopped "$1" || { echo "$1 (pid $pid) does not end" >&2; return 1; }
    fi
    rm -f "$dir/run/$1.pid"
}

is_stopped() {
    ! is_running "$1"
}

# Every component this cluster has. Their alphabet happens to be the order in which they start.
components() {
    local file
    for file in "$dir"/run/*.args; do
        [ -e "$file" ] && basename "$file" .args
    done
}

stop_everything() {
    local name
    for name in $(components | tac); do stop_process "$name" KILL; done
}

# wait_until SECONDS CONDITION ARGUMENTS...: asks the condition 20 times a second; fails when the time is over.
wait_until() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.05
    done
}

# await NAME CONDITION ARGUMENTS...: waits for what NAME has to bring about, at most 120 s, and gives up at once when it has died.
await() {
    local name=$1
    shift
    wait_until 120 settled "$name" "$@" && is_running "$name" && return
    printf '%s %s; the end of %s:\n' "$name" "$(is_running "$name" && echo 'is not ready after 120 s' || echo 'has ended')" "$dir/logs/$name.log" >&2
    tail -n 8 "$dir/logs/$name.log" | cut -c1-400 | sed 's/^/    /' >&2
    return 1
}

settled() {
    local name=$1
    shift
    "$@" || ! is_running "$name"
}
