# Sourced: the network of one node: a namespace in which containerd, the kubelet, kube-proxy and all pods live, with a /24
# of its own, derived from the API server's port, which no other cluster has. A bridge in it joins the pods and one end of
# a pair of interfaces; this machine has the other end, and on it the address behind which the node finds the API server.

network_names() {
    local number=$((API_SERVER_PORT - 20000))
    link=aq$API_SERVER_PORT
    subnet=10.$((200 + number / 256)).$((number % 256))
    node_address=$subnet.1
    machine_address=$subnet.254
}

# The API server listens on the loopback address only.
api_server_rule() {
    iptables -w -t nat "$1" PREROUTING -i "$link" -d "$machine_address" -p tcp --dport "$API_SERVER_PORT" -j DNAT --to-destination "127.0.0.1:$API_SERVER_PORT"
}

# What the kubelet and the bridge plugin set for the whole machine: kept by the first node on it, put back by the last.
save_kernel_settings() {
    is_only_node || return 0
    sysctl vm.overcommit_memory vm.panic_on_oom kernel.panic kernel.panic_on_oops \
        kernel.keys.root_maxkeys kernel.keys.root_maxbytes > "$cache/kernel-settings"
}

restore_kernel_settings() {
    { [ -e "$cache/kernel-settings" ] && is_only_node; } || return 0
    sysctl -qp "$cache/kernel-settings"
    rm -f "$cache/kernel-settings"
}

is_only_node() {
    ! ip -br link show type veth | grep -q '^aq[0-9]'
}

# What the node's side does, before anything else runs in the namespace. A fixed address of the bridge: else it would
# change with each pod.
network_script() {
    cat <<SCRIPT
ip link set lo up
until ip link show machine > /dev/null 2>&1; do sleep 0.05; done
ip link add pods address 02:00:00:00:00:01 type bridge
ip address add $node_address/24 dev pods
ip link set pods up
ip link set machine master pods up
ip route add default via $machine_address
SCRIPT
}

write_pod_network() {
    mkdir -p "$dir/node/cni"
    cat > "$dir/node/cni/10-bridge.conflist" <<JSON
{"cniVersion": "1.0.0", "name": "aliquot", "plugins": [
  {"type": "bridge", "bridge": "pods", "isGateway": true,
   "ipam": {"type": "host-local", "ranges": [[{"subnet": "$subnet.0/24", "rangeEnd": "$subnet.250"}]], "routes": [{"dst": "0.0.0.0/0"}]}}]}
JSON
    echo '{"cniVersion": "1.0.0", "name": "lo", "type": "loopback"}' > "$dir/node/cni/99-loopback.conf"
}

# This machine's side, once containerd's namespace is there.
connect_network() {
    wait_until 20 test -s "$dir/node/namespace"
    ip link add "$link" type veth peer name machine netns "$(cut -d' ' -f1 "$dir/run/containerd.pid")"
    ip address add "$machine_address/24" dev "$link"
    ip link set "$link" up
    sysctl -qw "net.ipv4.conf.$link.route_localnet=1"
    api_server_rule -A
}

remove_network() {
    network_names
    while api_server_rule -C 2> /dev/null; do api_server_rule -D; done
    ! ip link show "$link" > /dev/null 2>&1 || ip link delete "$link"
}
