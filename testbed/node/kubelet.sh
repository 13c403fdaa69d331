# Sourced: the kubelet of one node.

define_kubelet() {
    local name=$1
    kubeconfig_of_node "$dir/node/kubelet.kubeconfig" "system:node:$name" system:nodes
    cat > "$dir/node/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
address: $node_address
healthzBindAddress: $node_address
clusterDNS: [$node_address]
clusterDomain: cluster.local
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /$(cgroup_name)
failCgroupV1: false
failSwapOn: false
makeIPTablesUtilChains: false
localStorageCapacityIsolation: false
oomScoreAdj: 0
registerWithTaints: []
# A test's node is small and shared: no eviction over the machine's disk.
evictionHard: {memory.available: 50Mi, nodefs.available: 1%, nodefs.inodesFree: 1%, imagefs.available: 1%}
YAML
    define kubelet "$testbed/bin/node" exec --dir "$dir" -- "$KUBERNETES_BIN/kubelet" --config "$dir/node/kubelet.yaml" --kubeconfig "$dir/node/kubelet.kubeconfig" \
        --root-dir /var/lib/kubelet --cert-dir /var/lib/kubelet/pki --hostname-override "$name" --node-ip "$node_address"
}

kubelet_ready() {
    curl -sf "http://$node_address:10248/healthz" > /dev/null &&
        [ "$(admin get node "$(< "$dir/node/name")" -o jsonpath='{.status.conditions[?(@.type=="Ready")].status}' 2> /dev/null)" = True ]
}
