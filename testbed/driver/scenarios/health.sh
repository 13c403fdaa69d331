# Sourced: a card in trouble, and what shares are told about each other.

echo "Health and hints"
hint_of() { od -An -tu4 -j72 -N8 "$work"/state/claims/"$(kube get resourceclaims -o jsonpath="{.items[?(@.status.reservedFor[0].name=='$1')].metadata.uid}")"/*.region | xargs; }
told_idle() { [ "$(hint_of part)" = "1 0" ]; }
proven "a share is told that no other of its card has work" wait_until 60 told_idle
lacks_trouble() { ! in_trouble; }
in_trouble() {
    [ "$(kube get resourceslices -o jsonpath='{.items[0].spec.devices[?(@.name=="gpu-1")].taints[0].key}')" = gpu.aliquot.io/unhealthy ] ||
        [ "$(kube get resourceslices -o jsonpath='{.items[0].spec.devices[*].name}')" = gpu-0 ]
}
"$native/sim/simctl" xid 1 31
"$native/sim/simctl" xid 0 43
proven "after errors of programs all cards are well" wait_until 60 looked_again 2
proven "indeed" lacks unhealthy "$(kube get resourceslices -o yaml)"
"$native/sim/simctl" xid 1 79
proven "a card that fell off the bus is tainted, or offered no more where there are no taints" wait_until 60 in_trouble
proven "and an Event says what happened and what to do" wait_until 60 event CardUnhealthy 'XID 79'
stop_driver KILL
proven "when the driver starts again the card is well" start_driver
proven "of the second one, which was killed beside it, no socket is left" equal "gpu.aliquot.io-reg.sock" "$(ls "$folder/kubelet/plugins_registry")"
proven "and offered" wait_until 60 lacks_trouble
