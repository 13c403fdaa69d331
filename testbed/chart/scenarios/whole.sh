# Sourced: the whole chart, as most people install it, and old manifests as they are.

helm=$helm4 system=aliquot
echo "The whole chart, by helm 4"
kube create namespace "$system" > /dev/null
proven "helm installs it and its pods are ready, though the node has no driver yet" install "node.driverRoot=$work/root,node.stateFolder=$work/state"
costs webhook
proven "no card is offered" prints "" kube get resourceslices -o name
node exec -- mount --bind "$driver_root" "$work/root"
offered() { [ "$(kube get resourceslices -o jsonpath='{.items[*].spec.devices[*].capacity.memory.value}')" = 81559Mi ]; }
proven "when a driver shows its root there, as a driver container does, its card is offered" wait_until 60 offered
proven "'helm test' passes" helm test aliquot

echo "Old manifests, as they are"
kube apply -f "$repository/examples/by-type/pod.yaml" > /dev/null
proven "a Pod that chooses cards by annotations runs" ready picky
proven "and is refused beyond its share" limited picky 0 8000 app
kube delete pod picky --grace-period 1 > /dev/null
# A pod that does not fit in the moment in which a claim goes may wait for minutes until the scheduler looks again.
proven "and gives it back when it goes" wait_until 60 prints "" kube get resourceclaims -o name
kube apply -f "$repository/examples/half-of-a-card/deployment.yaml" > /dev/null
proven "a Deployment of two halves of a card runs" kube wait --for condition=Available --timeout 180s deployment/chat
halves() { kube get pods -l app=chat -o jsonpath='{range .items[*]}{.metadata.name}{"\n"}{end}'; }
halves_limited() {
    local pod
    equal 2 "$(halves | wc -l)" || return
    for pod in $(halves); do limited "$pod" 0 $((81559 / 2)) server || return 1; done
}
proven "each pod is refused beyond its half" halves_limited
costs node "goal: at most 150"

echo "An upgrade, under running pods"
proven "helm replaces the node driver" helm upgrade aliquot "$repository/src/main/helm/aliquot" --reuse-values --set node.splitCount=20 --wait --timeout 300s
splits() { [ "$(kube get resourceslices -o jsonpath='{.items[0].spec.devices[0].capacity.shares.requestPolicy.default}')" = 50 ]; }
proven "the new one publishes" wait_until 90 splits
kube delete pod "$(halves | head -n 1)" --grace-period 1 > /dev/null
two_ready() { [ "$(kube get deployment chat -o jsonpath='{.status.readyReplicas}') $(halves | wc -l)" = "2 2" ]; }
proven "it takes a share back from a pod that ends, and gives it to the next one" wait_until 120 two_ready
proven "the one before it and the one after it are limited" halves_limited

echo "The end, under running pods"
in_use=$(kube get pods -l app=chat -o jsonpath='{.items[0].spec.resourceClaims[0].resourceClaimTemplateName}')
proven "helm uninstalls it" helm uninstall aliquot --wait
left() { equal "Pod aliquot/aliquot-test
ResourceClaimTemplate default/$in_use" "$(objects | grep -i aliquot | grep -v '^Namespace ')"; }
proven "what is left is as the docs say: the template that pods use, and the pod of 'helm test'" wait_until 90 left
proven "the pods run on under their limits" halves_limited
