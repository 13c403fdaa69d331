# Sourced: cluster up, from an empty folder to a control plane with nodes.

command_up() {
    options 'k8s nodes gate feature-gates address while' "$@"
    local release nodes=${option_nodes:-$testbed/nodes/default.cards}
    release=$(release_of "${option_k8s:-1.37}")
    [ "$nodes" = none ] || [ -f "$nodes" ] || fail "--nodes: no such file: $nodes"
    gates=$(gates_of "${option_gate:-on}" "${option_feature_gates:-}")
    bin=$("$testbed/kube/build" "$release")
    claim_folder
    trap 'up_failed' EXIT
    trap 'exit 130' INT TERM HUP
    local began=$EPOCHREALTIME
    configure "$release"
    echo "Kubernetes $release in $dir (DRAConsumableCapacity ${option_gate:-on})"
    launch etcd
    create_credentials
    local name
    for name in etcd kube-apiserver kube-controller-manager kube-scheduler simulated-kubelets; do
        start_component "$name"
    done
    [ "$nodes" = none ] || apply_nodes "$nodes"
    [ -z "${option_while:-}" ] || stop_with "$option_while"
    trap - EXIT INT TERM HUP
    printf 'Ready in %s s (load %s)\n' "$(seconds_since "$began")" "$(cut -d' ' -f1 /proc/loadavg)"
    printf '  export KUBECONFIG=%s\n' "$dir/kubeconfig"
    printf '  settings for programs: %s\n  end it: %s down --dir %s\n' "$dir/cluster.env" "$testbed/bin/cluster" "$dir"
}

# release_of 1.37 or 1.37.2: the pinned release.
release_of() {
    local found
    for found in "$testbed/kube/releases/$1" "$testbed/kube/releases/$1".*; do
        [ ! -d "$found" ] || { basename "$found"; return; }
    done
    fail "--k8s $1: there is only $(cd "$testbed/kube/releases" && echo *)"
}

# gates_of GATE EXTRA: the value of --feature-gates.
gates_of() {
    local extra=${2:+,$2} value
    case $1 in
        on) value=DRAConsumableCapacity=true$extra ;;
        off) value=DRAConsumableCapacity=false$extra ;;
        default) value=${2:-} ;;
        *) fail "--gate is on, off or default, not: $1" ;;
    esac
    echo "$value"
}

# Takes an absent or empty folder, or what a cluster left whose processes have all ended.
claim_folder() {
    if [ -e "$dir/run" ]; then
        local name
        for name in $(components); do
            is_stopped "$name" || fail "a cluster runs in $dir already; end it with: cluster down --dir $dir"
        done
        rm -rf "$dir"
    fi
    [ "$(ls -A "$dir" 2> /dev/null)" != logs ] || rm -rf "$dir/logs"
    [ ! -e "$dir" ] || [ -z "$(ls -A "$dir")" ] || fail "--dir $dir has other files in it; name a new folder"
    mkdir -p "$dir/run" "$dir/logs"
}

configure() {
    address=${option_address:-127.0.0.1}
    : > "$dir/cluster.env"
    local etcd_port
    reserve_ports etcd_port etcd_peer_port api_port
    etcd=http://127.0.0.1:$etcd_port
    api_server=https://$address:$api_port
    write_settings "$1" "${option_gate:-on}"
    read_settings
    local name
    for name in etcd kube-apiserver kube-controller-manager kube-scheduler simulated-kubelets; do "define_$name"; done
}

start_component() {
    local name=$1 began=$EPOCHREALTIME
    is_running "$name" || launch "$name"
    # What `cluster run` added says by itself when it is ready.
    ! declare -F "${name}_ready" > /dev/null || await "$name" "${name}_ready"
    printf '  %-24s ready in %s s\n' "$name" "$(seconds_since "$began")"
}

up_failed() {
    trap '' INT TERM HUP
    stop_everything
    release_ports
    echo "cluster: not started; all its processes are stopped, the logs are in $dir/logs" >&2
}

# stop_with PID: a watcher that takes the cluster down when this process has ended, however it ended.
stop_with() {
    define watch bash -c "tail --pid=$1 -f /dev/null; exec '$testbed/bin/cluster' down --dir '$dir'"
    launch watch
}

# In the watcher's own hands `cluster down` must not end itself.
forget_watcher() {
    [ "$(cut -d' ' -f1 "$dir/run/watch.pid" 2> /dev/null)" != $$ ] || rm -f "$dir"/run/watch.*
}

seconds_since() {
    local now=$EPOCHREALTIME
    local milliseconds=$(((${now/./} - ${1/./}) / 1000))
    printf '%d.%d' $((milliseconds / 1000)) $((milliseconds % 1000 / 100))
}
