# Sourced: two pods on one card, of which one has high priority. What each gets is the GPU time that is charged to its share.

echo "Priority"
claim_of() { kube get resourceclaims -o jsonpath="{.items[?(@.status.reservedFor[0].name=='$1')].$2}"; }
charged() { od -An -tu8 -j136 -N8 "$work/state/claims/$(claim_of "$1" metadata.uid)/"*.region; }
# percent_of POD: its part of the card's time, over a second.
percent_of() {
    local from=$EPOCHREALTIME before after
    before=$(charged "$1") && sleep 1 && after=$(charged "$1") || return 1
    echo $(((after - before) / 10 / (${EPOCHREALTIME/./} - ${from/./})))
}
# gets_percent POD LEAST MOST: it does now; what was measured last is kept in $work/percent.
gets_percent() {
    percent_of "$1" > "$work/percent" && [ "$(< "$work/percent")" -ge "$2" ] && [ "$(< "$work/percent")" -le "$3" ]
}
# settles SENTENCE POD LEAST MOST
settles() {
    proven "$1" wait_until 120 gets_percent "$2" "$3" "$4"
    echo "          $2 gets $(< "$work/percent") % of the card (load $(load))"
}

manifest low
proven "a pod of low priority with 40 % of a card runs" ready low
settles "it works" low 20 45
alone=$(< "$work/percent")
manifest high
proven "a pod of high priority without a compute limit comes" ready high
device=status.allocation.devices.results[0].device
card=$(claim_of low $device)
proven "onto the same card" prints "${card:?}" claim_of high $device
settles "it works" high 20 100
settles "the low one stands back" low 0 $((alone / 3))
gone high
settles "when the high one has gone, the low one has its share again" low $((alone * 2 / 3)) 45
gone low
