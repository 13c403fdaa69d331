# Sourced, with the release as $1, by what proves things on a real node: a cluster with that node in a folder of its own, the
# commands that reach it, and its end however the suite ends. $testbed is this folder's parent. A suite says in
# ending CODE what it shows of a failure and what else it has to stop.

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
    trap - EXIT
    ending "$code"
    cluster down > /dev/null
    rm -rf "$work"
    exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

began=$SECONDS
held() {
    echo "All of it holds on Kubernetes $release; it took $((SECONDS - began)) s"
}
