# Sourced: what a real node needs from the machine.

# Prints the first thing that is missing, or nothing.
missing_requirement() {
    [ "$(id -u)" = 0 ] || { echo "it needs root"; return; }
    unshare --mount true 2> /dev/null || { echo "mount namespaces are not allowed"; return; }
    unshare --net true 2> /dev/null || { echo "network namespaces are not allowed"; return; }
    grep -qw overlay /proc/filesystems || { echo "the kernel has no overlayfs"; return; }
    [ -w /sys/fs/cgroup/memory ] || [ -e /sys/fs/cgroup/cgroup.controllers ] || { echo "cgroups are not writable"; return; }
    has_packages || command -v apt-get > /dev/null || echo "runc, iptables, busybox (static) and the CNI plugins in /usr/lib/cni are missing"
}

has_packages() {
    [ -x /usr/lib/cni/bridge ] && command -v runc iptables busybox > /dev/null && ! ldd "$(command -v busybox)" > /dev/null 2>&1
}

install_packages() {
    has_packages && return
    echo "Installing runc, containernetworking-plugins, iptables and busybox-static" >&2
    export DEBIAN_FRONTEND=noninteractive
    local packages="runc containernetworking-plugins iptables busybox-static"
    apt-get -qq install -y --no-install-recommends $packages > /dev/null 2>&1 ||
        { apt-get -qq update && apt-get -qq install -y --no-install-recommends $packages > /dev/null; }
}

node_programs() {
    "$testbed/node/build"
}

# The container that holds a pod's namespaces open; from a busybox image, as nothing is downloaded.
import_pause_image() {
    "$testbed/node/image" --name aliquot.test/pause:1 --out "$dir/node/pause.tar" "$(command -v busybox):/bin/busybox" --entrypoint '/bin/busybox tail -f /dev/null'
    ctr image import "$dir/node/pause.tar" > "$dir/logs/images.log"
    rm "$dir/node/pause.tar"
}
