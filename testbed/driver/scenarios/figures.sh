# Sourced: figures, for people; none decides about a test.

median() { sort -n | awk '{all[NR] = $1} END {print all[int((NR + 1) / 2)]}'; }

echo "Two hundred claims, twenty at a time"
come_and_go() {
    local n
    for n in {1..10}; do
        crowd "crowd-$n" 20 && ready "crowd-$n" && gone "crowd-$n" || return
    done
}
proven "ten pods with twenty claims each come and go" come_and_go
proven "they leave no CDI file" equal "" "$(ls "$folder/cdi" | grep '^k8s' || true)"
proven "and no limits and regions" equal "" "$(ls "$work/state/claims")"

# prepared COLUMN-EXPRESSION of the lines "Prepared claim ... in ALL ms, API of them ..."
prepared() { sed -n 's/.*Prepared claim.* in \([0-9]*\) ms, \([0-9]*\) of them.*/\1 \2/p' "$work/driver.log" | tail -n 200 | awk "{print $1}"; }
echo "  prepare takes $(prepared '$1 - $2' | median) ms without the API call (goal: at most 20), $(prepared '$1' | median) ms with it (medians of $(prepared '$1' | wc -l), load $(load))"
echo "  memory of the driver after them: $(awk '/VmRSS/ {printf "%d MiB", $2 / 1024}' "/proc/$(< "$work/driver.pid")/status") (goal: at most 150 in its pod)"

echo "Pod starts"
# starts COMMAND...: milliseconds from the creation of the pod until it is ready.
starts() {
    local began=$EPOCHREALTIME
    "$@" && ready figure
    echo $(((${EPOCHREALTIME/./} - ${began/./}) / 1000))
    gone figure
}
without_share() { sed '/# share$/d' "$testbed/driver/pods/figure.yaml" | kube apply -f - > /dev/null; }
for n in {1..7}; do
    starts without_share >> "$work/without"
    starts manifest figure >> "$work/with"
done
plain=$(median < "$work/without") shared=$(median < "$work/with")
echo "  a pod starts in $plain ms, the same with a share in $shared ms: $((shared - plain)) ms more, for the claim, the scheduler and the driver (medians of 7, load $(load))"
echo "  of these the driver takes $(prepared '$1' | tail -n 7 | median) ms, with the API call (goal: at most 100)"
