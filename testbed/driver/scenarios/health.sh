# Sourced: a card in trouble, and what shares are told about each other.

echo "Health and hints"
hint_of() { od -An -tu4 -j72 -N8 "$work"/state/claims/"$(kube get resourceclaims -o jsonpath="{.items[?(@.status.reservedFor[0].name=='$1')].metadata.uid}")"/*.region | xargs; }
told_idle() { [ "$(hint_of part)" = "1 0" ]; }
proven "a share is told that no other of its card has work" wait_until 60 told_idle
well() { prints "gpu-0 gpu-1 " kube get resourceslices -o jsonpath='{range .items[*].spec.devices[*]}{.name}{.taints} {end}'; }
in_trouble() {
    [ "$(kube get resourceslices -o jsonpath='{.items[0].spec.devices[?(@.name=="gpu-1")].taints[0].key}')" = gpu.aliquot.io/unhealthy ] ||
        [ "$(kube get resourceslices -o jsonpath='{.items[0].spec.devices[*].name}')" = gpu-0 ]
}
"$native/sim/simctl" xid 1 31
"$native/sim/simctl" xid 0 43
proven "after errors of programs all cards are well" wait_until 60 looked_again 2
proven "indeed" well
"$native/sim/simctl" xid 1 79
proven "a card that fell off the bus is tainted, or offered no more where there are no taints" wait_until 60 in_trouble
proven "and an Event says what happened and what to do" wait_until 60 event Node/real CardUnhealthy 'XID 79'
stop_driver KILL
proven "when the driver starts again the card is well" start_driver
proven "and offered" wait_until 60 well
proven "of the second driver, which was killed beside it, no socket is left" prints gpu.aliquot.io-reg.sock ls "$folder/kubelet/plugins_registry"
