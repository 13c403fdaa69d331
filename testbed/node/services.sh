# Sourced: Services as one node's pods reach them: kube-proxy for their addresses, a small program for their names.

# kubeconfig_of_node FILE USER GROUP...: from where the node is, the API server is at this machine's address.
kubeconfig_of_node() {
    kubeconfig_for_user "$@"
    admin --kubeconfig "$1" config set-cluster aliquot --server "https://$machine_address:$API_SERVER_PORT" --tls-server-name kubernetes > /dev/null
}

# The API server publishes no endpoint of its own, as a loopback address may not be one.
publish_api_server() {
    admin apply -f - > /dev/null <<YAML
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: kubernetes, namespace: default, labels: {kubernetes.io/service-name: kubernetes}}
addressType: IPv4
ports: [{name: https, port: $API_SERVER_PORT}]
endpoints: [{addresses: [$machine_address]}]
YAML
}

define_services() {
    kubeconfig_of_node "$dir/node/kube-proxy.kubeconfig" system:kube-proxy
    cat > "$dir/node/kube-proxy.yaml" <<YAML
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
clientConnection: {kubeconfig: $dir/node/kube-proxy.kubeconfig}
hostnameOverride: $1
healthzBindAddress: $node_address:10256
# Pods of one bridge answer each other directly: without this not under the Service's address.
iptables: {masqueradeAll: true}
# Not settable in a network namespace.
conntrack: {maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}
YAML
    define kube-proxy "$testbed/bin/node" exec --dir "$dir" -- "$KUBERNETES_BIN/kube-proxy" --config "$dir/node/kube-proxy.yaml"
    kubeconfig_of_node "$dir/node/service-names.kubeconfig" service-names system:masters
    define service-names "$testbed/bin/node" exec --dir "$dir" -- "$KUBERNETES_BIN/service-names" --kubeconfig "$dir/node/service-names.kubeconfig" --address "$node_address:53"
}

kube-proxy_ready() {
    curl -sf "http://$node_address:10256/healthz" > /dev/null
}

service-names_ready() {
    grep -qs ready "$dir/logs/service-names.log"
}
