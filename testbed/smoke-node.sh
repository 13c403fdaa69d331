#!/usr/bin/env bash
# smoke-node.sh [RELEASE]: proves that a real kubelet with containerd runs pods here and leaves nothing behind.
set -euo pipefail

testbed=$(cd "$(dirname "$0")" && pwd)
release=${1:-1.37}
. "$testbed/lib/proof.sh"
. "$testbed/lib/processes.sh"
. "$testbed/lib/containers.sh"
if ! reason=$("$testbed/bin/node" possible); then
    echo "SKIPPED: $reason"
    exit 0
fi
work=$(mktemp -d)
export ALIQUOT_CLUSTER=$work/cluster
trap '"$testbed/bin/cluster" down > /dev/null; rm -rf "$work"' EXIT
cluster() { "$testbed/bin/cluster" "$@"; }
kube() { cluster kubectl "$@"; }
node() { "$testbed/bin/node" "$@"; }
# What of this machine a node touches. (Other clusters on it may come and go meanwhile: their links are left out.)
machine() {
    mount | grep -v '/node/' | sort
    sysctl net.ipv4.ip_forward vm.overcommit_memory vm.panic_on_oom kernel.panic kernel.panic_on_oops kernel.keys.root_maxkeys
    ls -d /var/lib/kubelet /var/lib/containerd /etc/cdi /etc/cni /run/containerd /run/netns /var/log/pods 2>&1 || true
}
of_this_cluster() {
    ip -br link | grep "$link" || true
    iptables -w -t nat -S 2> /dev/null | grep "$link" || true
    ls -d /sys/fs/cgroup/{,*/}"aliquot-${link#aq}" 2> /dev/null || true
}

before=$(machine)
cluster up --k8s "$release" --nodes none
node up

echo "Pods on a real node"
"$testbed/node/image" --name aliquot.test/busybox:1 --out "$work/busybox.tar" "$(command -v busybox):/bin/busybox"
"$testbed/node/image" --name aliquot.test/glibc:1 --out "$work/glibc.tar" /bin/bash /bin/cat /bin/sleep "$(command -v curl):/bin/curl"
proven "images of this machine's programs are imported" node import "$work/busybox.tar" "$work/glibc.tar"
kube apply -f "$testbed/smoke/node-pod.yaml" > /dev/null
proven "a pod of two containers runs" kube wait --for condition=Ready --timeout 60s pod/real-1
proven "its log is read through the API server" equal "hello from a container" "$(kube logs real-1 -c static)"
proven "a command runs in it" equal 0 "$(kube exec real-1 -c static -- id -u)"
answered() { kube logs real-1 -c dynamic | grep -q gitVersion; }
proven "it reaches the API server at the service's address, with its own account" wait_until 20 answered

echo "Life of the node"
started=$(container_of real-1 static)
node stop kubelet
node start kubelet
proven "a kubelet that restarts finds the running pod" wait_until 20 kube exec real-1 -c static -- true
proven "and lets its containers be" prints "$started" container_of real-1 static
proven "what the node writes lies in the cluster's folder" test -S "$ALIQUOT_CLUSTER/node/kubelet/pod-resources/kubelet.sock"
kube delete pod real-1 > /dev/null
proven "a deleted pod is gone" prints "" kube get pods -o name
kube apply -f "$testbed/smoke/node-pod.yaml" > /dev/null
kube wait --for condition=Ready --timeout 60s pod/real-1 > /dev/null

echo "The end, with a pod still running"
link=aq$(sed -n 's/^API_SERVER_PORT=//p' "$ALIQUOT_CLUSTER/cluster.env")
namespace=$(< "$ALIQUOT_CLUSTER/node/namespace")
proven "the node has a link" contains "$link@" "$(of_this_cluster)"
proven "and a rule" contains "-i $link " "$(of_this_cluster)"
proven "and cgroups" contains "aliquot-${link#aq}" "$(of_this_cluster)"
proven "and processes in its mount namespace" contains "$namespace" "$(readlink /proc/[0-9]*/ns/mnt 2> /dev/null)"
cluster down
proven "no process of theirs is left" lacks "$work" "$(processes)"
proven "no runtime shim is left" lacks "$namespace" "$(readlink /proc/[0-9]*/ns/mnt 2> /dev/null)"
proven "no folder of theirs is left" equal "busybox.tar glibc.tar" "$(cd "$work" && echo *)"
proven "its link, rule and cgroups are gone" equal "" "$(of_this_cluster)"
after=$(machine)
proven "mounts, folders and kernel settings of the machine are as before" diff <(echo "$before") <(echo "$after")
echo "All of it holds on Kubernetes $release"
