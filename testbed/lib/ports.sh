# Sourced: ports that no other cluster has. A cluster keeps its ports while one of its components is down, so a
# test by connecting is not enough: each port is also reserved by a file that names the cluster's folder. Needs $cache, $dir.

# reserve_ports VARIABLE...: sets each variable to a free port below the range from which the kernel picks its own.
reserve_ports() {
    local variable
    mkdir -p "$cache/ports"
    for variable; do printf -v "$variable" %s "$(reserve_port)"; done
}

reserve_port() {
    local port
    (
        flock 7
        while :; do
            port=$((20000 + RANDOM % 12000))
            is_reserved "$port" || is_listening "$port" || break
        done
        echo "$dir" > "$cache/ports/$port"
        echo "$port"
    ) 7> "$cache/ports.lock"
}

# A reservation ends with the cluster, also when the cluster's folder was simply removed.
is_reserved() {
    local owner
    read -r owner 2> /dev/null < "$cache/ports/$1" && [ -e "$owner/cluster.env" ]
}

is_listening() {
    (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null
}

release_ports() {
    local file
    for file in "$cache"/ports/*; do
        [ -f "$file" ] && [ "$(< "$file")" = "$dir" ] && rm -f "$file"
    done
    return 0
}
