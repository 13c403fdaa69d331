# Sourced: figures, for people; none decides about a test.

echo "Figures (load $(cut -d' ' -f1 /proc/loadavg))"
# starts COMMAND...: milliseconds from the creation of a pod `figure` until it is ready.
starts() {
    local i began
    for i in 1 2 3; do
        began=$EPOCHREALTIME
        "$@" && ready figure
        echo $(((${EPOCHREALTIME/./} - ${began/./}) / 1000))
        gone figure
    done | sort -n | sed -n 2p
}
without() { kube run figure --image aliquot.test/cuda:1 --command -- bash -c 'exec sleep 100000' > /dev/null; }
with_share() { pod figure small; }
echo "  a pod without a card starts in $(starts without) ms, one with two containers and a share in $(starts with_share) ms (medians of 3)"
# median COLUMN-EXPRESSION of the lines "Prepared claim … in ALL ms, API of them …"
prepare_median() { sed -n 's/.*Prepared claim.* in \([0-9]*\) ms, \([0-9]*\) of them.*/\1 \2/p' "$work/driver.log" | awk "{print $1}" | sort -n | awk '{all[NR] = $1} END {print all[int((NR + 1) / 2)]}'; }
echo "  prepare takes $(prepare_median '$1 - $2') ms without the API call, $(prepare_median '$1') ms with it (medians of $(grep -c 'Prepared claim' "$work/driver.log"))"
echo "  memory of the driver: $(awk '/VmRSS/ {printf "%d MiB", $2 / 1024}' "/proc/$(< "$work/driver.pid")/status")"
