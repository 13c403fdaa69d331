# Sourced: a node driver beside the real node of $ALIQUOT_CLUSTER, with simulated cards and the rights that the chart
# gives it. Needs target/quarkus-app and native-interposer/build; $work is a folder of the caller's.

folder=$ALIQUOT_CLUSTER/node
native=$repository/native-interposer/build
port=$((20000 + RANDOM % 10000))
export ALIQUOT_SIM_STATE=$work/sim.state

# The simulated driver as a driver container shows it, in a root of its own whose absolute links begin there; and what the
# vendor's toolkit would write: the driver's libraries for every card, under each card's name.
# Every container with a card sees all simulated cards, as they have no device nodes.
driver_root=$work/gpu
management_library=$driver_root/opt/vendor/libnvidia-ml.so.1
vendor() { # CARDS
    mkdir -p "$driver_root/opt/vendor" "$driver_root/usr/lib64"
    cp "$native/sim/libcuda.so.1" "$native/sim/libnvidia-ml.so.1" "$driver_root/opt/vendor/"
    ln -s /opt/vendor/libnvidia-ml.so.1 "$driver_root/usr/lib64/libnvidia-ml.so.1"
    ALIQUOT_SIM_CARDS=$1 ALIQUOT_SIM_NVML_VIEW=host LD_LIBRARY_PATH=$driver_root/opt/vendor "$native/sim/sim-query" > "$work/cards"
    chmod 666 "$ALIQUOT_SIM_STATE"
    {
        echo 'cdiVersion: 0.5.0'
        echo 'kind: nvidia.com/gpu'
        echo 'containerEdits:'
        echo '  env: [ALIQUOT_SIM_STATE=/var/sim.state]'
        echo '  mounts:'
        mounted "$driver_root/opt/vendor/libcuda.so.1" /usr/lib/x86_64-linux-gnu/libcuda.so.1 ro
        mounted "$management_library" /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1 ro
        mounted "$ALIQUOT_SIM_STATE" /var/sim.state rw
        echo 'devices:'
        sed -n 's/^nvml \([0-9]*\) .*uuid=\([^ ]*\).*/- {name: \2, containerEdits: {env: [CARD_\1=1]}}/p' "$work/cards"
    } > "$folder/cdi-etc/nvidia.yaml"
}

mounted() {
    echo "  - {hostPath: $1, containerPath: $2, options: [$3, nosuid, nodev, bind]}"
}

# The chart's account with a token that names the node, as the tokens of its pods do.
rights() {
    kube apply -f "$repository/src/test/resources/e2e/node-rbac.yaml" > "$work/rights.log"
    local token
    token=$(kube create token aliquot-node --namespace aliquot-system --duration 2h --bound-object-kind Node --bound-object-name real)
    (umask 077 && sed "s/^\( *token:\).*/\1 $token/" "$ALIQUOT_CLUSTER/kubeconfig" > "$work/driver.kubeconfig")
}

# start_driver [OPTION...]: waits until it is ready.
start_driver() {
    start_one driver "$port" "$@"
    wait_until 180 driver_ready || { tail "$work/driver.log"; return 1; }
}

# A second driver beside the first, as in a rolling update.
start_second() {
    start_one second "$((port + 1))" --pod-uid second "$@"
    wait_until 180 second_ready || { tail "$work/second.log"; return 1; }
}

# start_one NAME PORT OPTION...   $library is what it installs.
start_one() {
    local name=$1 its_port=$2
    shift 2
    KUBECONFIG=$work/driver.kubeconfig MALLOC_ARENA_MAX=2 setsid "$("$repository/bin/find-jdk" --runtime)/bin/java" \
        "@$repository/build/node-options" -XX:MaxRAM=256m -jar "$repository/target/quarkus-app/quarkus-run.jar" node --node-name real --port "$its_port" --refresh PT2S \
        --kubelet-root "$folder/kubelet" --state "$work/state" --cdi "$folder/cdi" --vendor-cdi "$folder/cdi-etc,$folder/cdi" \
        --driver-root "$driver_root" --library "${library:-$native/libaliquot.so}" "$@" >> "$work/$name.log" 2>&1 3>&- &
    echo $! > "$work/$name.pid"
}

# The one that was started last lives, and it is what answers.
driver_ready() {
    lives driver && curl -sf "http://127.0.0.1:$port/q/health/ready" > "$work/health" && [ "$(slices)" = 1 ]
}

# not_ready SLICES SUBJECT: the driver lives and says that it is not ready because of this; there are so many slices.
not_ready() {
    lives driver && [ "$(curl -s -o "$work/health" -w '%{http_code}' "http://127.0.0.1:$port/q/health/ready")" = 503 ] &&
        grep -qF "\"$2\":" "$work/health" && [ "$(slices)" = "$1" ]
}

second_ready() {
    lives second && curl -sf "http://127.0.0.1:$((port + 1))/q/health/ready" > "$work/health"
}

# Fails, and prints nothing, when the API server does not answer.
slices() {
    local names
    names=$(kube get resourceslices -o name) && wc -w <<< "$names"
}

registered() {
    grep -qF "Registered with the kubelet as gpu.aliquot.io" "$work/driver.log"
}

# rewritten MANIFEST: whether the webhook is asked about its pod, and makes a claim of its limits.
rewritten() {
    contains aliquot- "$(kube apply --dry-run=server -o jsonpath='{.spec.resourceClaims[*].resourceClaimTemplateName}' -f "$1" 2>&1)"
}

# slice_uid: of the only one.
slice_uid() {
    [ "$(slices)" = 1 ] && kube get resourceslices -o jsonpath='{.items[0].metadata.uid}'
}

# published_anew UID: there is a slice, and it is not the one that had this uid.
published_anew() {
    local now
    now=$(slice_uid) && [ "$now" != "$1" ] && driver_ready
}

lives() {
    kill -0 "$(< "$work/$1.pid")" 2> /dev/null && [ "$(cut -d' ' -f3 "/proc/$(< "$work/$1.pid")/stat")" != Z ]
}

ended() {
    ! lives "$1"
}

# The files of claims in the CDI folder.
cdi_files() {
    find "$folder/cdi" -name 'k8s.*'
}

# specs COUNT: of them.
specs() {
    [ "$(cdi_files | wc -l)" = "$1" ]
}

# stop_one NAME SIGNAL: only the process that start_one started.
stop_one() {
    kill "-$2" "$(< "$work/$1.pid")"
    wait_until 60 ended "$1"
}

stop_driver() { stop_one driver "$1"; }
stop_second() { stop_one second "$1"; }

# metric NAME [LABEL]: the sum over its series, or over those with such a label. Fails, and prints nothing, where there are none.
metric() {
    local page
    page=$(curl -sf "http://127.0.0.1:$port/q/metrics") || return
    awk -v name="$1" -v label="${2:-}" '{n = index($0, "{"); if (!n) n = index($0, " ")}
        substr($0, 1, n - 1) == name && (label == "" || index($0, label)) {sum += $NF; some = 1}
        END {if (!some) exit 1; printf "%.0f", sum}' <<< "$page"
}

# looked_again TIMES: the driver has looked at its cards so many times more since this was first asked.
looked_again() {
    local now
    now=$(metric aliquot_node_looks_total) || return
    : "${looked_at:=$now}"
    [ "$now" -ge $((looked_at + $1)) ]
}
