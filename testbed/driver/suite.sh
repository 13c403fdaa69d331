#!/usr/bin/env bash
# driver/suite.sh [RELEASE]: proves webhook, node driver and interposer together on a real kubelet with two simulated
# cards. Needs target/quarkus-app and native-interposer/build (library and simulated driver).
set -euo pipefail

testbed=$(cd "$(dirname "$0")/.." && pwd)
exec 3>&1
ending() {
    local one
    if [ "$1" != 0 ]; then tail -n 20 "$work/driver.log" || true; fi
    umount "$folder/kubelet/plugins/gpu.aliquot.io" 2> /dev/null || true
    for one in driver second; do
        if [ -f "$work/$one.pid" ] && lives $one; then stop_one $one KILL; fi
    done
}
. "$testbed/lib/suite.sh"

cluster up --k8s "$release" --nodes none
node up
vendor 2
mkdir -p "$work/forged"
: > "$work/forged/empty"
printf 'version=1\nuuid=GPU-a1b2c3d4-e5f6-0718-293a-4b5c6d7e8fa0\nmemory=80000000000\nregion=/tmp/none\n' > "$work/forged/limits"
programs=(/bin/bash /bin/sleep /bin/ls /bin/cat /usr/bin/mkfifo "$native/sim/sim-alloc:/bin/sim-alloc" "$native/sim/sim-alloc-static:/bin/sim-alloc-static" "$native/sim/sim-launch:/bin/sim-launch")
"$testbed/node/image" --name aliquot.test/cuda:1 --out "$work/cuda.tar" "${programs[@]}" > "$work/image.log"
"$testbed/node/image" --name aliquot.test/forged:1 --out "$work/forged.tar" "${programs[@]}" "$work/forged/limits:/etc/aliquot/limits.d/0-forged" \
    "$work/forged/empty:/etc/ld.so.preload" "$work/forged/empty:/usr/lib/aliquot/libaliquot.so" > "$work/image.log"
"$testbed/node/image" --name aliquot.test/all:1 --out "$work/all.tar" --env NVIDIA_VISIBLE_DEVICES=all "${programs[@]}" > "$work/image.log"
node import "$work/cuda.tar" "$work/forged.tar" "$work/all.tar" > "$work/image.log"
kube apply -f "$testbed/nodes/deviceclass.yaml" -f "$testbed/driver/claims.yaml" > /dev/null
rights

echo "Start"
proven "the driver publishes its cards, with the chart's rights and no more" start_driver
proven "and registers with the kubelet" wait_until 60 registered
has_loaded() { grep -F -- "$1" "/proc/$(< "$work/driver.pid")/maps"; }
proven "the management library is the one below the driver's root" has_loaded "$management_library"
proven "the webhook is registered" "$testbed/bin/webhook"
proven "and asked" wait_until 120 rewritten "$testbed/driver/pods/half.yaml"
for scenario in rights limits lives bypass neighbours priority health end figures back-end; do . "$testbed/driver/scenarios/$scenario.sh"; done
stop_driver TERM
held
