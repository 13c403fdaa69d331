#!/usr/bin/env bash
# smoke.sh [RELEASE]: proves on a real control plane that the test bed is what its README says.
set -euo pipefail

testbed=$(cd "$(dirname "$0")" && pwd)
release=${1:-1.37}
work=$(mktemp -d)
trap 'for d in on off; do "$testbed/bin/cluster" down --dir "$work/$d" > /dev/null; done; rm -rf "$work"' EXIT

. "$testbed/lib/proof.sh"
cluster() { "$testbed/bin/cluster" "$@"; }
kube() { cluster kubectl --dir "$work/on" "$@"; }

consumed() {
    kube get resourceclaims -o jsonpath='{range .items[*].status.allocation.devices.results[*]}{.pool}/{.device} {.consumedCapacity.memory} {.consumedCapacity.cores} {.consumedCapacity.shares}{"\n"}{end}'
}
template_memory() {
    cluster kubectl --dir "$work/$1" create --dry-run=server -f "$work/template.yaml" -o jsonpath='{.spec.spec.devices.requests[0].exactly.capacity.requests.memory}'
}

cluster up --k8s "$release" --dir "$work/on" --while $$
sed '/^---/,$d; s/name: share-8000/name: tried/' "$testbed/smoke/share.yaml" > "$work/template.yaml"

echo "Sharing a card"
slice=$(kube get resourceslice n2-gpu.aliquot.io -o jsonpath='{.spec.devices[0].allowMultipleAllocations} {.spec.devices[0].capacity.shares.requestPolicy.default}')
proven "the slices keep allowMultipleAllocations and request policies" equal "true 100" "$slice"
kube apply -f "$testbed/smoke/share.yaml" > /dev/null
proven "two pods of 8000 MiB run on one card of 23034 MiB" kube wait --for condition=Ready --timeout 30s pod/share-1 pod/share-2
proven "a third is not scheduled" kube wait --for jsonpath='{.status.conditions[?(@.type=="PodScheduled")].reason}'=Unschedulable --timeout 30s pod/share-3
claim="n2/gpu-0 8000Mi 30 100"
proven "their claims consume memory, cores and the default shares" equal "$claim"$'\n'"$claim" "$(consumed)"
kube delete pod share-1 > /dev/null
proven "a deleted pod is gone, and the third takes its place" kube wait --for condition=Ready --timeout 30s pod/share-3

echo "Life of the control plane"
cluster stop kube-apiserver --dir "$work/on"
stopped() { cluster status --dir "$work/on" | awk '/ is stopped$/ {print $1}' || true; }
proven "the API server can be stopped alone" prints kube-apiserver stopped
unanswered() { contains refused "$(kube get pods 2>&1)"; }
proven "then nobody answers" unanswered
proven "and started again, with everything still there" cluster start kube-apiserver --dir "$work/on"
whoami() { kube --kubeconfig "$1" auth whoami -o jsonpath='{.status.userInfo.username} {.status.userInfo.groups[0]}'; }
alice=$(cluster kubeconfig --dir "$work/on" --user alice --group dev)
proven "a named user is who it is" equal "alice dev" "$(whoami "$alice")"
account=$(cluster kubeconfig --dir "$work/on" --service-account default/default)
proven "so is a service account" equal "system:serviceaccount:default:default system:serviceaccounts" "$(whoami "$account")"

echo "A second cluster beside it, with DRAConsumableCapacity switched off"
cluster up --k8s "$release" --dir "$work/off" --gate off --nodes "$testbed/nodes/eight.cards" --while $$
proven "gate on: a template keeps its capacity" equal 8000Mi "$(template_memory on)"
proven "gate off: it is dropped without a word" prints "" template_memory off
proven "the clusters do not meet" equal "big" "$(cluster kubectl --dir "$work/off" get nodes -o jsonpath='{.items[*].metadata.name}')"

echo "The end"
reserved() { grep -ls "$work" "${XDG_CACHE_HOME:-$HOME/.cache}"/aliquot/ports/*; }
proven "each cluster has three ports of its own" equal 6 "$(reserved | wc -l)"
proven "and processes" contains "$work" "$(processes)"
cluster down --dir "$work/on"
cluster down --dir "$work/off"
proven "no process of theirs is left" lacks "$work" "$(processes)"
proven "no folder of theirs is left" equal template.yaml "$(ls "$work")"
proven "no port stays reserved" equal "" "$(reserved)"
echo "All of it holds on Kubernetes $release"
