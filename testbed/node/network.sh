# Sourced: the network of one node's pods, a bridge with a /24 of its own, derived from the API server's port, which no
# other cluster has; in place of kube-proxy a rule that leads the pods from 10.96.0.1:443 to the API server.

network_names() {
    local number=$((API_SERVER_PORT - 20000))
    bridge=aq$API_SERVER_PORT
    subnet=10.$((200 + number / 256)).$((number % 256))
    node_address=$subnet.1
}

service_rule() {
    iptables -w -t nat "$1" PREROUTING -i "$bridge" -d 10.96.0.1 -p tcp --dport 443 -j DNAT --to-destination "127.0.0.1:$API_SERVER_PORT"
}

# What the kubelet and the bridge plugin set for the whole machine: kept by the first node on it, put back by the last.
save_kernel_settings() {
    is_only_node || return 0
    sysctl net.ipv4.ip_forward vm.overcommit_memory vm.panic_on_oom kernel.panic kernel.panic_on_oops \
        kernel.keys.root_maxkeys kernel.keys.root_maxbytes > "$cache/kernel-settings"
}

restore_kernel_settings() {
    { [ -e "$cache/kernel-settings" ] && is_only_node; } || return 0
    sysctl -qp "$cache/kernel-settings"
    rm -f "$cache/kernel-settings"
}

is_only_node() {
    ! ip -br link show type bridge | grep -q '^aq[0-9]'
}

create_network() {
    network_names
    ip link add "$bridge" type bridge
    ip address add "$node_address/24" dev "$bridge"
    ip link set "$bridge" up
    # The API server listens on the loopback address only.
    sysctl -qw "net.ipv4.conf.$bridge.route_localnet=1"
    service_rule -A
    mkdir -p "$dir/node/cni"
    cat > "$dir/node/cni/10-bridge.conflist" <<JSON
{"cniVersion": "1.0.0", "name": "aliquot", "plugins": [
  {"type": "bridge", "bridge": "$bridge", "isGateway": true,
   "ipam": {"type": "host-local", "ranges": [[{"subnet": "$subnet.0/24"}]], "routes": [{"dst": "0.0.0.0/0"}]}}]}
JSON
    echo '{"cniVersion": "1.0.0", "name": "lo", "type": "loopback"}' > "$dir/node/cni/99-loopback.conf"
}

remove_network() {
    network_names
    while service_rule -C 2> /dev/null; do service_rule -D; done
    ! ip link show "$bridge" > /dev/null 2>&1 || ip link delete "$bridge"
}
