#!/usr/bin/env bash
# The whole of Aliquot on a real Kubernetes with a real kubelet and one simulated card of 80 GB: two old manifests share
# the card, one pod is refused at its limit, the other finishes, a third one waits and is told why. Every step is what a
# person would type; each is checked, and everything that was started ends. Needs root. K8S names the release. With
# --if-possible it is passed over, in a line, where a real node cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD testbed=$PWD/testbed
. "$testbed/lib/processes.sh"
. "$testbed/lib/proof.sh"

if [[ -t 1 ]]; then bold=$'\e[1m' dim=$'\e[2m' green=$'\e[32m' red=$'\e[31m' plain=$'\e[0m'; else bold='' dim='' green='' red='' plain=''; fi
heading() { printf '\n%s── %s%s\n' "$bold" "$1" "$plain"; }
passed() { printf '%s✓ %s%s\n' "$green" "$1" "$plain"; }
failed() { printf '%s✗ %s%s\n' "$red" "$1" "$plain" >&2; exit 1; }

if ! reason=$("$testbed/bin/node" possible); then
    [[ ${1:-} != --if-possible ]] || { echo "SKIPPED: $reason"; exit 0; }
    failed "$reason"
fi
work=$(mktemp -d /tmp/aqXXXX)
export ALIQUOT_CLUSTER=$work/c
kube() { "$testbed/bin/cluster" kubectl "$@"; }
. "$testbed/driver/driver.sh"

finish() {
    local code=$?
    trap - EXIT
    if ((code != 0)); then tail -n 20 "$work/driver.log" "$ALIQUOT_CLUSTER/logs/webhook.log" >&2 || true; fi
    if [[ -f $work/driver.pid ]] && lives driver; then stop_driver TERM || stop_driver KILL; fi
    "$testbed/bin/cluster" down > /dev/null
    rm -rf "$work"
    exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

# typed COMMAND...: shows a command as one would type it, and what it says; $said keeps that.
typed() {
    printf '%s$ %s%s\n' "$dim" "$*" "$plain"
    said=$(run "$@" 2>&1) || { echo "$said"; failed 'it should have worked'; }
    echo "$said"
}
run() {
    if [[ $1 = kubectl ]]; then shift; kube "$@"; else "$@"; fi
}
# says TEXT SENTENCE: what was said last holds TEXT, which proves SENTENCE.
says() { grep -qF -- "$1" <<< "$said" || failed "$2: no '$1' above"; passed "$2"; }
until_ready() { wait_until "$1" "${@:2}" || failed "it did not come about within $1 s: ${*:2}"; }

heading 'A real Kubernetes on this machine: control plane, kubelet, containerd, runc'
"$testbed/bin/cluster" up --k8s "${K8S:-1.37}" --nodes none
"$testbed/bin/node" up

heading 'One simulated card, the node driver, the webhook'
vendor 1
"$testbed/node/image" --name aliquot.test/cuda:1 --out "$work/cuda.tar" /bin/bash /bin/cat /bin/sleep /usr/bin/mkfifo /usr/bin/touch "$native/sim/sim-alloc:/bin/sim-alloc" > "$work/image.log"
"$testbed/bin/node" import "$work/cuda.tar" > "$work/image.log"
kube apply -f "$testbed/nodes/deviceclass.yaml" > /dev/null
rights
start_driver
until_ready 60 registered
passed 'the node driver is registered with the kubelet'
"$testbed/bin/webhook" > "$work/webhook.log"
until_ready 120 rewritten demo/cluster/greedy.yaml > "$work/dry-run.log"
passed 'the webhook is registered with the API server, which asks it'
typed kubectl get nodes
typed kubectl get resourceslices -o 'custom-columns=NODE:.spec.nodeName,DRIVER:.spec.driver,CARD:.spec.devices[*].attributes.productName.string,MEMORY:.spec.devices[*].capacity.memory.value'
says 81559Mi 'the card is offered'

heading 'A pod as people have written them for years, 8000 MiB of a card'
typed cat demo/cluster/greedy.yaml
typed kubectl apply -f demo/cluster/greedy.yaml
typed kubectl get pod greedy -o 'jsonpath={.spec.resourceClaims}{"\n"}{.spec.containers[0].resources}{"\n"}'
says resourceClaimTemplateName 'the old limits have become a claim'

heading 'It takes all it can get, and holds it'
typed kubectl wait --for condition=Ready pod/greedy --timeout 120s
greedy_spoke() { [[ -n $(kube logs greedy) ]]; }
until_ready 60 greedy_spoke
typed kubectl exec greedy -- cat /etc/ld.so.preload
says libaliquot.so 'every program in it loads the interposer'
typed kubectl logs greedy
got=$(sed -n 's/^bytes=\([0-9]*\) .*/\1/p' <<< "$said")
says CUDA_ERROR_OUT_OF_MEMORY "it was refused: it has $((got >> 20)) MiB, and its context the rest of its 8000 MiB"
((got >= 7000 << 20)) || failed 'it was refused though it had not got its share'
((got <= 8000 << 20)) || failed 'it got more than its share'
says total=$((8000 << 20)) 'and it sees a card of 8000 MiB'

heading 'Another one like it comes beside it'
typed kubectl apply -f demo/cluster/neighbour.yaml
typed kubectl wait --for condition=Ready pod/neighbour --timeout 120s
typed kubectl get resourceclaims --sort-by '{.status.reservedFor[0].name}' -o 'custom-columns=POD:.status.reservedFor[*].name,CARD:.status.allocation.devices.results[*].device,MEMORY:.status.allocation.devices.results[*].consumedCapacity.memory'
[[ $(tail -n +2 <<< "$said" | xargs) = 'greedy gpu-0 8000Mi neighbour gpu-0 8000Mi' ]] || failed 'it should be one claim for each, of the same card'
passed 'the scheduler has given both a part of the same card, 8000 MiB each'
neighbour_spoke() { [[ -n $(kube logs neighbour) ]]; }
until_ready 60 neighbour_spoke
typed kubectl logs neighbour
says 'bytes=7340032000 last=CUDA_SUCCESS' 'it has all the memory it needs while the greedy one holds on'
typed kubectl exec neighbour -- touch /tmp/done
typed kubectl wait --for jsonpath='{.status.phase}'=Succeeded pod/neighbour --timeout 120s
typed kubectl get pods -o 'custom-columns=POD:.metadata.name,PHASE:.status.phase'
[[ $(tail -n +2 <<< "$said" | xargs) = 'greedy Running neighbour Succeeded' ]] || failed 'the greedy one should hold on, and the other have finished'
passed 'it has finished, undisturbed, and the greedy one runs on'

heading 'A third pod wants more than is left'
typed kubectl apply -f demo/cluster/third.yaml
typed kubectl wait --for jsonpath='{.status.conditions[?(@.type=="PodScheduled")].reason}'=Unschedulable pod/third --timeout 60s
waits_for() { kube get events --field-selector involvedObject.kind=Pod,involvedObject.name=third,reason=WaitingForCard -o jsonpath='{.items[*].message}'; }
told() { contains 'real: 1 card, most free memory' "$(waits_for)" && contains ' MiB of 75000 MiB asked' "$(waits_for)"; } > "$work/told.log"
until_ready 90 told
typed kubectl get pod third
says Pending 'it waits'
typed kubectl get events --field-selector involvedObject.name=third -o 'custom-columns=REASON:.reason,MESSAGE:.message'
says 'most free memory' 'and its events say what it waits for'

heading 'What the node driver measures'
watched() { [[ $(metric hami_vgpu_memory_used_bytes 'podname="greedy"') -ge $got ]]; }
until_ready 20 watched
printf "%s$ curl -s localhost:%s/q/metrics%s\n" "$dim" "$port" "$plain"
curl -sf "http://127.0.0.1:$port/q/metrics" | grep -E '^hami_vgpu_memory_(used|limit)_bytes'

heading 'The greedy one goes; nothing of it stays'
typed kubectl delete pod greedy neighbour third
gone() { { prints '' kube get resourceclaims -o name && prints '' cdi_files && prints '' ls "$work/state/claims"; } > "$work/left.log"; }
until_ready 60 gone
typed kubectl get resourceclaims
passed 'no claim, no CDI file, no limits, no region'
passed 'everything is as expected'
