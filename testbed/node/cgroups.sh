# Sourced: the cgroup below which all pods of one node live, so that two nodes on a machine do not share one and what a
# pod left running is found. Works with cgroup v1 (a tree for each controller) and v2 (one tree).

cgroup_trees() {
    if [ -e /sys/fs/cgroup/cgroup.controllers ]; then echo /sys/fs/cgroup; else echo /sys/fs/cgroup/*/; fi
}

cgroup_name() {
    echo "aliquot-$API_SERVER_PORT"
}

create_cgroups() {
    local tree
    for tree in $(cgroup_trees); do
        [ ! -w "$tree" ] || mkdir -p "$tree/$(cgroup_name)" 2> /dev/null || true
    done
    # All pods together would weigh no more than one process beside them: on a busy machine none would start in time.
    for tree in cpu/$(cgroup_name)/cpu.shares=10240 $(cgroup_name)/cpu.weight=1000; do
        [ ! -e "/sys/fs/cgroup/${tree%=*}" ] || echo "${tree#*=}" > "/sys/fs/cgroup/${tree%=*}"
    done
    # A new cpuset is empty under v1, and nothing can run in it.
    local set=/sys/fs/cgroup/cpuset/$(cgroup_name)
    [ ! -e "$set/cpuset.cpus" ] || { cat "$set/../cpuset.cpus" > "$set/cpuset.cpus"; cat "$set/../cpuset.mems" > "$set/cpuset.mems"; }
}

# Kills every process in the cgroup and removes it, from the leaves up.
remove_cgroups() {
    wait_until 20 cgroups_gone || echo "node: processes stay in the cgroup $(cgroup_name)" >&2
}

cgroups_gone() {
    local tree group
    for tree in $(cgroup_trees); do
        [ -d "$tree/$(cgroup_name)" ] || continue
        find "$tree/$(cgroup_name)" -depth -type d | while read -r group; do
            xargs -r kill -KILL < "$group/cgroup.procs" 2> /dev/null || true
            rmdir "$group" 2> /dev/null || true
        done
        [ ! -d "$tree/$(cgroup_name)" ] || return 1
    done
}
