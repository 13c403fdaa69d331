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

unlimited_are() { [ "$(metric aliquot_unlimited_processes)" = "$1" ]; }
# told_soon POD: the seconds from the program's first words to the Event.
told_soon() {
    local spoke
    says_bytes() { kube logs "$1" | grep -q bytes=; }
    wait_until 60 says_bytes "$1" || return 1
    spoke=$SECONDS
    wait_until 60 event UnlimitedProcess "pod uid $(kube get pod "$1" -o jsonpath='{.metadata.uid}')" || return 1
    echo "    told $((SECONDS - spoke)) s after the program had its memory" >&3
}
for who in static sneak; do
    manifest $who
    case $who in
        static) proven "a static program in a share is told in an Event" told_soon static ;;
        sneak) proven "a container without a share that got the cards from elsewhere is told too" told_soon sneak ;;
    esac
    proven "and counted" wait_until 60 unlimited_are 1
    gone $who
    proven "and not any more when it has gone" wait_until 60 unlimited_are 0
done
manifest past
proven "a program that goes round the hooks once its share is full is told of, on its pod" wait_until 60 event MemoryBeyondShare "which may have 1000 MiB"
seen_beyond() { [ "$(metric aliquot_share_memory_seen_bytes)" -gt $((4000 << 20)) ]; }
proven "and what the card holds for it is in a series" seen_beyond
manifest past-launch
proven "and one that launches round them, by the time that the card gives it" wait_until 120 event ComputeBeyondShare "which may have 10 %"
gone past past-launch
(exec sleep 20) | LD_LIBRARY_PATH=$driver_root/opt/vendor "$native/sim/sim-alloc" --step 1g --max 3g --hold > "$work/outside" &
proven "a process of the host is counted" wait_until 60 unlimited_are 1
proven "and told" wait_until 60 event UnlimitedProcess "it runs in no pod"
