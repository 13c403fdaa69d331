# Sourced: the mount namespace in which containerd, the kubelet and the pods of one node live. They see the usual paths;
# what they write there lies in $dir/node, and no mount of theirs is seen or left outside.

# Path in the namespace, folder in $dir/node: shared with this machine, so that programs outside see the same files.
shared_paths() {
    cat <<LIST
/var/lib/kubelet kubelet
/run/containerd containerd-state
/var/lib/containerd containerd-root
/etc/cni/net.d cni
/var/lib/cni cni-state
/etc/cdi cdi-etc
/var/run/cdi cdi
/var/log/pods pod-logs
/var/log/containers container-logs
/run/netns netns
LIST
}

# Prints the script that sets the namespace up. The layers over the host's folders catch the mount points and whatever
# else is written there.
namespace_script() {
    local path folder host
    echo 'set -e; mount --make-rprivate /'
    for host in etc run var/lib var/log; do
        folder=$dir/node/layers/${host//\//-}
        mkdir -p "$folder/upper" "$folder/work"
        echo "mount -t overlay overlay -o lowerdir=/$host,upperdir=$folder/upper,workdir=$folder/work /$host"
    done
    shared_paths | while read -r path folder; do
        mkdir -p "$dir/node/$folder"
        echo "mkdir -p $path; mount --bind $dir/node/$folder $path"
    done
    echo 'mount --make-rshared /'
}

# in_namespace COMMAND...: runs it where the node's paths are the usual ones.
in_namespace() {
    local pid
    read -r pid _ < "$dir/run/containerd.pid"
    nsenter -t "$pid" -m -n -- "$@"
}

# Ends what is left in the namespace: runtime shims outlive containerd on purpose.
empty_namespace() {
    local namespace process
    namespace=$(cat "$dir/node/namespace" 2> /dev/null) || return 0
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/ns/mnt" 2> /dev/null)" != "$namespace" ] || kill -KILL "${process#/proc/}" 2> /dev/null || true
    done
}
