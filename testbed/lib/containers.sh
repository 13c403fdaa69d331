# Sourced: containers of a real node, as its machine sees them. Needs kube.

# container_of POD CONTAINER: its id and its first process. Fails when no process of it lives: a restarted kubelet tells for a
# while what was true before.
container_of() {
    local id process
    id=$(kube get pod "$1" -o jsonpath="{.status.containerStatuses[?(@.name=='$2')].containerID}") && [ -n "$id" ] || return 1
    for process in /proc/[0-9]*; do
        if grep -qsF "${id#containerd://}" "$process/cgroup"; then
            echo "$id ${process#/proc/}"
            return
        fi
    done
    echo "no process of container $2 of pod $1 lives" >&2
    return 1
}
