# Sourced: silent loss of a limit, by every way we know. Each is limited, refused, or told; never neither. Needs pod `part`.

echo "Those who would pass by their limits"
manifest forged
proven "a pod with forged limits in its image and in its environment runs" ready forged
proven "and is limited all the same" limited forged 0 1000
refuses() { ! manifest "$1" 2> "$work/refused" && grep -q "is where the limits of the share come from" "$work/refused"; }
proven "an old manifest that mounts ConfigMaps over its limits is refused" refuses mounted
manifest mounted-today
proven "a pod of today that does it runs" ready mounted-today
proven "and is limited all the same" limited mounted-today 0 3000
gone forged mounted-today

unlimited_are() { prints "$1" metric aliquot_unlimited_processes; }
# told POD OBJECT: that a process of the pod is unlimited, in an Event about OBJECT. How soon is a figure, as the Event has whole seconds.
told() {
    local uid spoke at
    uid=$(kube get pod "$1" -o jsonpath='{.metadata.uid}') && [ -n "$uid" ] || return 1
    wait_until 60 event "$2" UnlimitedProcess "(pod uid $uid)" || return 1
    spoke=$(kube logs --timestamps "$1" | sed -n 's/ bytes=.*//p') && at=$(events "$2" UnlimitedProcess | sed -n "/$uid/{s/ .*//p;q}") || return 1
    [ -n "$spoke" ] || { echo "the program has not said that it has its memory"; return 1; }
    echo "    told $(($(date -d "$at" +%s) - $(date -d "$spoke" +%s))) s after the program had its memory (goal: 5)" >&3
}
proven "of those with a share nobody is counted as unlimited" unlimited_are 0
for who in static sneak; do
    manifest $who
    case $who in
        static) proven "a static program in a share is told in an Event of its pod" told static Pod/static ;;
        sneak) proven "a container without a share that got the cards from elsewhere is told too, of the node" told sneak Node/real ;;
    esac
    proven "and counted" wait_until 60 unlimited_are 1
    gone $who
    proven "and not any more when it has gone" wait_until 60 unlimited_are 0
done
manifest past
proven "a program that goes round the hooks once its share is full is told of, on its pod" wait_until 60 event Pod/past MemoryBeyondShare "which may have 1000 MiB"
seen_beyond() { [ "$(metric aliquot_share_memory_seen_bytes 'podname="past"')" -gt $((4000 << 20)) ]; }
proven "and what the card holds for it is in a series" seen_beyond
manifest past-launch
proven "and one that launches round them, by the time that the card gives it" wait_until 120 event Pod/past-launch ComputeBeyondShare "which may have 10 %"
proven "these are not counted, as they have their limits loaded" unlimited_are 0
gone past past-launch
mkfifo "$work/keep"
LD_LIBRARY_PATH=$driver_root/opt/vendor "$native/sim/sim-alloc" --step 1g --max 3g --hold < "$work/keep" > "$work/outside" 3>&- &
exec 4> "$work/keep"
proven "a process of the host is counted" wait_until 60 unlimited_are 1
proven "and told, of the node" wait_until 60 event Node/real UnlimitedProcess "(it runs in no pod)"
exec 4>&-
proven "and not counted any more when it has ended" wait_until 60 unlimited_are 0
