#!/usr/bin/env bash
# chart/suite.sh [RELEASE]: proves the chart on a real node: helm installs it, its pods run from the image of Dockerfile.jvm,
# old manifests get their shares unchanged, and helm takes away what it brought. Needs what driver/suite.sh needs.
set -euo pipefail

testbed=$(cd "$(dirname "$0")/.." && pwd)
ending() {
    [ "$1" = 0 ] || show_release || true
}
. "$testbed/lib/suite.sh"
. "$testbed/chart/release.sh"
# The simulated driver keeps its state in a file; the driver's pod may write in one folder only.
export ALIQUOT_SIM_STATE=$work/state/sim.state

helm3=$("$testbed/helm/build" 3)
helm4=$("$testbed/helm/build" 4)
cluster up --k8s "$release" --nodes none
node up
mkdir -p "$work/state"
vendor 1
"$testbed/chart/image" aliquot:0.1.0 "$work/aliquot.tar" > "$work/image.log"
node import "$work/aliquot.tar" > "$work/image.log" 2>&1
rm "$work/aliquot.tar"
# Under the names that the examples write.
for name in llm cuda; do
    "$testbed/node/image" --name "registry.example/$name:1" --out "$work/$name.tar" --entrypoint '/bin/sleep 100000' /bin/sleep "$native/sim/sim-alloc:/bin/sim-alloc" > "$work/image.log"
    node import "$work/$name.tar" > "$work/image.log" 2>&1
done
for scenario in restricted certificates whole; do . "$testbed/chart/scenarios/$scenario.sh"; done
held
