# Sourced: figures, for people. None decides about a test, but all must be there.

median() { sort -n | awk '{all[NR] = $1} END {print all[int((NR + 1) / 2)]}'; }
numbers() {
    local one
    for one; do [[ $one =~ ^[0-9]+$ ]] || { echo "no number: '$one' among: $*"; return 1; }; done
}
# The lines that tell of a prepare.
told_prepares() { grep -E 'Prepared claim .* in [0-9]+ ms, [0-9]+ of them' "$work/driver.log"; }
# prepared COUNT COLUMN-EXPRESSION: the median of the last ones "Prepared claim ... in ALL ms, API of them ...".
prepared() { told_prepares | tail -n "$1" | sed 's/.* in \([0-9]*\) ms, \([0-9]*\) of them.*/\1 \2/' | awk "{print $2}" | median; }

echo "Two hundred claims, twenty at a time"
before=$(told_prepares | wc -l)
come_and_go() {
    local n
    for n in {1..10}; do
        crowd "crowd-$n" 20 && ready "crowd-$n" && gone "crowd-$n" || return
    done
}
proven "ten pods with twenty claims each come and go" come_and_go
proven "they leave no CDI file" prints "" cdi_files
proven "and no limits and regions" prints "" ls "$work/state/claims"
proven "each was prepared once" equal 200 $(($(told_prepares | wc -l) - before))

alone=$(prepared 200 '$1 - $2') called=$(prepared 200 '$1') memory=$(awk '/VmRSS/ {printf "%d", $2 / 1024}' "/proc/$(< "$work/driver.pid")/status")
proven "prepares and the driver's memory were measured" numbers "$alone" "$called" "$memory"
echo "  prepare takes $alone ms without the API call (goal: at most 20), $called ms with it (medians of 200, load $(load))"
echo "  memory of the driver after them: $memory MiB (goal: at most 150 in its pod)"

echo "Pod starts"
# starts COMMAND...: milliseconds from the creation of the pod until it is ready.
starts() {
    local began=$EPOCHREALTIME
    "$@" && ready figure || return
    echo $(((${EPOCHREALTIME/./} - ${began/./}) / 1000))
    gone figure
}
without_share() { sed '/# share$/d' "$testbed/driver/pods/figure.yaml" | kube apply -f - > /dev/null; }
for n in {1..7}; do
    starts without_share >> "$work/without"
    starts manifest figure >> "$work/with"
done
plain=$(median < "$work/without") shared=$(median < "$work/with") called=$(prepared 7 '$1')
proven "starts were measured" numbers "$plain" "$shared" "$called"
echo "  a pod starts in $plain ms, the same with a share in $shared ms: $((shared - plain)) ms more, for the claim, the scheduler and the driver (medians of 7, load $(load))"
echo "  of these the driver takes $called ms, with the API call (goal: at most 100)"
