# Sourced: the processes of a control plane: how each is started and what tells that it is ready.
# Needs $dir, $bin (the folder of the release), $address and the ports of cluster.env.

define_etcd() {
    define etcd "$bin/etcd" --data-dir "$dir/etcd" --unsafe-no-fsync --log-level warn --heartbeat-interval 20 --election-timeout 200 \
        --listen-client-urls "$etcd" --advertise-client-urls "$etcd" \
        --listen-peer-urls "http://127.0.0.1:$etcd_peer_port" --initial-advertise-peer-urls "http://127.0.0.1:$etcd_peer_port" \
        --initial-cluster "default=http://127.0.0.1:$etcd_peer_port"
}

etcd_ready() {
    curl -sf "$etcd/health" | grep -q '"health":"true"'
}

# The one static token is the administrator's. Aggregator routing lets a webhook that is a Service be reached without kube-proxy.
define_kube-apiserver() {
    define kube-apiserver "$bin/kube-apiserver" --etcd-servers "$etcd" \
        --bind-address "$address" --advertise-address "$address" --secure-port "$api_port" \
        --tls-cert-file "$dir/pki/apiserver.crt" --tls-private-key-file "$dir/pki/apiserver.key" \
        --client-ca-file "$dir/pki/ca.crt" --token-auth-file "$dir/pki/tokens.csv" --authorization-mode Node,RBAC \
        --service-account-issuer https://kubernetes.default.svc --service-cluster-ip-range 10.96.0.0/16 \
        --service-account-key-file "$dir/pki/tokens.pub" --service-account-signing-key-file "$dir/pki/tokens.key" \
        --allow-privileged --endpoint-reconciler-type none --enable-aggregator-routing=true \
        --kubelet-preferred-address-types InternalIP --feature-gates "$gates"
}

kube-apiserver_ready() {
    curl -sf --cacert "$dir/pki/ca.crt" "$api_server/readyz" > /dev/null
}

# Nodes without a kubelet send no heartbeat: the controllers that would evict their pods for that stay off.
define_kube-controller-manager() {
    define kube-controller-manager "$bin/kube-controller-manager" --kubeconfig "$dir/pki/controller-manager.kubeconfig" \
        --leader-elect=false --secure-port=0 --use-service-account-credentials \
        --controllers '*,-node-lifecycle-controller,-taint-eviction-controller' \
        --service-account-private-key-file "$dir/pki/tokens.key" --root-ca-file "$dir/pki/ca.crt" \
        --flex-volume-plugin-dir "$dir/flexvolume" --kube-api-qps 200 --kube-api-burst 400 --feature-gates "$gates"
}

# It works once the first namespace has what only it provides.
kube-controller-manager_ready() {
    exists api/v1/namespaces/default/serviceaccounts/default && exists api/v1/namespaces/default/configmaps/kube-root-ca.crt
}

define_kube-scheduler() {
    define kube-scheduler "$bin/kube-scheduler" --kubeconfig "$dir/pki/scheduler.kubeconfig" \
        --leader-elect=false --secure-port=0 --kube-api-qps 200 --kube-api-burst 400 --feature-gates "$gates" --v 3
}

# It has no port that we could ask; this is what it says when it has seen everything and begins.
kube-scheduler_ready() {
    grep -qs 'Handlers synced' "$dir/logs/kube-scheduler.log"
}

# What controllers wait for from the kubelets that simulated nodes do not have.
define_simulated-kubelets() {
    define simulated-kubelets "$bin/simulated-kubelets" --kubeconfig "$dir/kubeconfig"
}

simulated-kubelets_ready() {
    grep -qs ready "$dir/logs/simulated-kubelets.log"
}

# exists PATH: whether the API server has this object.
exists() {
    curl -sf --cacert "$dir/pki/ca.crt" -H "Authorization: Bearer $(< "$dir/pki/admin.token")" "$api_server/$1" > /dev/null
}

create_credentials() {
    create_authority
    create_token_key
    issue_server apiserver "$address"
    openssl rand -hex 16 > "$dir/pki/admin.token"
    echo "$(< "$dir/pki/admin.token"),admin,admin,system:masters" > "$dir/pki/tokens.csv"
    write_kubeconfig "$dir/kubeconfig" admin "token: $(< "$dir/pki/admin.token")"
    kubeconfig_for_user "$dir/pki/controller-manager.kubeconfig" system:kube-controller-manager
    kubeconfig_for_user "$dir/pki/scheduler.kubeconfig" system:kube-scheduler
}
