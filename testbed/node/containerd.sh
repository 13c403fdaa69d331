# Sourced: containerd of one node, in its namespace and with everything in $dir/node.

define_containerd() {
    local programs=$1
    cat > "$dir/node/containerd.toml" <<TOML
version = 3
disabled_plugins = ["io.containerd.nri.v1.nri", "io.containerd.snapshotter.v1.devmapper"]
[plugins."io.containerd.cri.v1.runtime"]
  enable_cdi = true
  cdi_spec_dirs = ["/etc/cdi", "/var/run/cdi"]
  # Without the capability to lower it, runc dies over the score that the kubelet wants for sandboxes.
  restrict_oom_score_adj = true
  [plugins."io.containerd.cri.v1.runtime".cni]
    bin_dirs = ["/usr/lib/cni"]
    conf_dir = "/etc/cni/net.d"
[plugins."io.containerd.cri.v1.images".pinned_images]
  sandbox = "aliquot.test/pause:1"
TOML
    # The runtime shim is looked for on the PATH.
    echo "PATH=$programs:\$PATH exec $programs/containerd --config $dir/node/containerd.toml" > "$dir/node/containerd-again.sh"
    {
        namespace_script
        echo "readlink /proc/self/ns/mnt > $dir/node/namespace"
        network_script
        cat "$dir/node/containerd-again.sh"
    } > "$dir/node/containerd.sh"
    define containerd unshare --mount --net bash "$dir/node/containerd.sh"
}

containerd_ready() {
    [ -S "$dir/node/containerd-state/containerd.sock" ] && ctr version > /dev/null 2>&1
}

# ctr ARGUMENTS...: in the place where the kubelet's images and containers are.
ctr() {
    in_namespace "$(node_programs)/ctr" -n k8s.io "$@"
}
