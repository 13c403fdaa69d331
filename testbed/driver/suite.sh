#!/usr/bin/env bash
# driver/suite.sh [RELEASE]: proves the node driver on a real kubelet with two simulated cards.
# Needs target/quarkus-app and native-interposer/build (library and simulated driver).
set -euo pipefail

testbed=$(cd "$(dirname "$0")/.." && pwd)
repository=$(cd "$testbed/.." && pwd)
release=${1:-1.37}
. "$testbed/lib/proof.sh"
. "$testbed/lib/processes.sh"
if ! reason=$("$testbed/bin/node" possible); then
    echo "SKIPPED: $reason"
    exit 0
fi
work=$(mktemp -d /tmp/aqXXXX)
export ALIQUOT_CLUSTER=$work/c
cluster() { "$testbed/bin/cluster" "$@"; }
kube() { cluster kubectl "$@"; }
node() { "$testbed/bin/node" "$@"; }
. "$testbed/driver/driver.sh"
. "$testbed/driver/pod.sh"
finish() {
    local code=$?
    if [ "$code" != 0 ]; then tail -n 20 "$work/driver.log" || true; fi
    if [ -f "$work/driver.pid" ] && driver_lives; then stop_driver KILL; fi
    cluster down > /dev/null
    rm -rf "$work"
}
trap finish EXIT

cluster up --k8s "$release" --nodes none
node up
vendor 2
rights
"$testbed/node/image" --name aliquot.test/cuda:1 --out "$work/cuda.tar" /bin/bash /bin/sleep /bin/ls "$native/sim/sim-alloc:/bin/sim-alloc" > "$work/image.log"
node import "$work/cuda.tar" > "$work/image.log"
kube apply -f "$testbed/nodes/deviceclass.yaml" -f "$testbed/driver/claims.yaml" > /dev/null
memory=$((8000 << 20))

echo "Limits"
proven "the driver registers and publishes its cards" start_driver
proven "a pod with a part of a card runs" pod part part
proven "it is refused beyond its share, whatever its environment and a forged limits file say" limited part 0 $memory
proven "the container beside it has no preload" sees_not part none /etc/ld.so.preload
proven "and no card" sees_not part none /var/sim.state
proven "a pod with two cards runs" pod two two
proven "its first card has its own limit" limited two 0 $((2000 << 20))
proven "and so has its second, of a subrequest" limited two 1 $((4000 << 20))
kube delete pod two > /dev/null
proven "a pod with a whole card runs" pod whole whole
proven "it preloads nothing" sees_not whole main /etc/ld.so.preload

echo "Lives of the driver, the kubelet and containers"
proven "a killed driver is gone" stop_driver KILL
proven "the driver comes back after SIGKILL" start_driver
proven "the running pod is still limited" limited part 0 $memory
kube delete resourceslices --all > /dev/null
proven "a deleted slice comes back" wait_until 20 driver_ready
node stop kubelet
node start kubelet
proven "so do those that the kubelet deletes when it starts" wait_until 20 driver_ready
stop_driver KILL
node stop kubelet
rm -f "$folder"/cdi/k8s.* "$folder"/kubelet/plugins_registry/* "$folder"/kubelet/plugins/gpu.aliquot.io/*.sock
node start kubelet
proven "after CDI files and sockets were lost, as by a reboot, the driver comes back" start_driver
both() { [ "$(ls "$folder/cdi" | grep -c '^k8s')" = 2 ]; }
proven "with the files of both claims" wait_until 20 both

echo "Those who pass by the library"
(exec sleep 20) | LD_LIBRARY_PATH=$work/gpu "$native/sim/sim-alloc" --step 1g --max 3g --hold > "$work/outside" &
counted() { [ "$(metric aliquot_unlimited_processes)" = 1 ]; }
told() { kube get events -A -o jsonpath='{.items[*].reason}' | grep -q UnlimitedProcess; }
proven "a process that never loaded it is counted" wait_until 10 counted
proven "and told in an Event" wait_until 10 told

echo "The end"
kube delete pod part whole > /dev/null
proven "claims of deleted pods leave no CDI file" equal "" "$(ls "$folder/cdi" | grep '^k8s' || true)"
proven "and no limits and regions" equal "" "$(ls "$work/state/claims")"
echo "Memory of the driver: $(awk '/VmRSS/ {printf "%d MiB", $2 / 1024}' "/proc/$(< "$work/driver.pid")/status")"
stop_driver TERM
proven "a stopped driver leaves no registration" equal "" "$(ls "$folder/kubelet/plugins_registry")"
echo "All of it holds on Kubernetes $release"
