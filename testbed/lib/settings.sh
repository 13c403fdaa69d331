# Sourced: what a cluster is, kept in cluster.env in its folder: lines KEY=value without quotes, to be sourced by a
# shell or read as Java properties.

# write_settings VERSION GATE
write_settings() {
    cat > "$dir/cluster.env" <<ENV
CLUSTER_DIR=$dir
KUBERNETES_VERSION=$1
KUBERNETES_BIN=$bin
CONSUMABLE_CAPACITY=$2
KUBECONFIG=$dir/kubeconfig
KUBECTL=$bin/kubectl
API_SERVER=$api_server
API_SERVER_ADDRESS=$address
API_SERVER_PORT=$api_port
CA_CERTIFICATE=$dir/pki/ca.crt
ETCD=$etcd
ETCD_PEER_PORT=$etcd_peer_port
FEATURE_GATES=$gates
ENV
}

# Sets the variables of the other files from cluster.env; says what to do when there is no cluster.
read_settings() {
    [ -f "$dir/cluster.env" ] || fail "no cluster in $dir; start one with: cluster up --dir $dir"
    . "$dir/cluster.env"
    bin=$KUBERNETES_BIN address=$API_SERVER_ADDRESS api_server=$API_SERVER api_port=$API_SERVER_PORT
    etcd=$ETCD etcd_peer_port=$ETCD_PEER_PORT gates=$FEATURE_GATES
}
