# Sourced: nodes without a kubelet, and the cards they offer, from a table of which each line is a card:
#   NODE DEVICE UUID MEMORY-IN-MIB NUMA-NODE COMPUTE-CAPABILITY ARCHITECTURE PRODUCT NAME...
# A line with a node's name alone is a node without cards. Empty lines and lines that begin with # are skipped.

driver=gpu.aliquot.io

apply_nodes() {
    local names
    check_table "$1"
    names=$(nodes_of "$1")
    render_nodes "$1" > "$dir/run/nodes.yaml"
    # Applied twice, as a node's status is a thing of its own once the node exists.
    admin apply -f "$dir/run/nodes.yaml" > "$dir/logs/nodes.log"
    admin apply -f "$dir/run/nodes.yaml" --server-side --force-conflicts --subresource status --selector "$driver/simulated" >> "$dir/logs/nodes.log"
    admin taint nodes $names node.kubernetes.io/not-ready- >> "$dir/logs/nodes.log" 2>&1 || true
    show_cards
}

admin() {
    "$bin/kubectl" --kubeconfig "$dir/kubeconfig" "$@"
}

nodes_of() {
    sed 's/#.*//' "$1" | awk 'NF && !seen[$1]++ {print $1}'
}

cards_of() {
    awk -v node="$2" '$1 == node && NF > 1' "$1"
}

# All faults of a table at once, each with its line.
check_table() {
    awk -v file="$1" '
        /^[[:space:]]*(#|$)/ || NF == 1 { next }
        function fault(text) { printf "%s:%d: %s\n", file, NR, text > "/dev/stderr"; bad = 1 }
        NF < 8 { fault("needs node, device, uuid, MiB, NUMA node, compute capability, architecture, product name"); next }
        $4 !~ /^[1-9][0-9]*$/ { fault("the memory is a number of MiB, not: " $4) }
        $5 !~ /^[0-9]+$/ { fault("the NUMA node is a number, not: " $5) }
        $6 !~ /^[0-9]+\.[0-9]+$/ { fault("the compute capability is like 8.0, not: " $6) }
        seen[$1, $2]++ { fault("the device " $2 " of " $1 " is here twice") }
        uuids[$3]++ { fault("the uuid " $3 " is here twice") }
        END { exit bad }' "$1"
}

render_nodes() {
    local node
    check_table "$1"
    cat "$testbed/nodes/deviceclass.yaml"
    for node in $(nodes_of "$1"); do
        render_node "$node"
        [ -z "$(cards_of "$1" "$node")" ] || render_slice "$1" "$node"
    done
}

render_node() {
    cat <<YAML
---
apiVersion: v1
kind: Node
metadata:
  name: $1
  labels: {kubernetes.io/hostname: $1, kubernetes.io/os: linux, kubernetes.io/arch: amd64, $driver/simulated: "true"}
status:
  capacity: {cpu: "256", memory: 2Ti, ephemeral-storage: 2Ti, pods: "2000"}
  allocatable: {cpu: "256", memory: 2Ti, ephemeral-storage: 2Ti, pods: "2000"}
  conditions:
  - {type: Ready, status: "True", reason: Simulated, message: a node of the test bed without a kubelet}
YAML
}

render_slice() {
    local device uuid mib numa capability architecture product
    cat <<YAML
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata:
  name: $2-$driver
spec:
  driver: $driver
  nodeName: $2
  pool: {name: $2, generation: 1, resourceSliceCount: 1}
  devices:
YAML
    cards_of "$1" "$2" | while read -r _ device uuid mib numa capability architecture product; do render_card; done
}

# A card as the node driver publishes it.
render_card() {
    cat <<YAML
  - name: $device
    allowMultipleAllocations: true
    attributes:
      type: {string: aliquot-gpu}
      uuid: {string: "$uuid"}
      productName: {string: "$product"}
      brand: {string: Nvidia}
      architecture: {string: "$architecture"}
      cudaComputeCapability: {version: "$capability.0"}
      driverVersion: {version: 580.65.6}
      cudaDriverVersion: {version: 13.0.0}
      resource.kubernetes.io/numaNode: {int: $numa}
    capacity:
      memory: {value: ${mib}Mi, requestPolicy: {default: ${mib}Mi, validRange: {min: 1Mi, step: 1Mi}}}
      cores: {value: "100", requestPolicy: {default: "0", validRange: {min: "0", step: "1"}}}
      shares: {value: 1k, requestPolicy: {default: "100", validRange: {min: "1", step: "1"}}}
YAML
}

show_cards() {
    local node
    for node in $(admin get nodes -o name); do
        printf '  node %-20s' "${node#node/}"
        admin get resourceslices --field-selector "spec.nodeName=${node#node/}" -o go-template='{{range .items}}{{range .spec.devices}}{{.attributes.productName.string}} {{.capacity.memory.value}}{{"\n"}}{{end}}{{end}}' \
            | sort | uniq -c | awk '{n = $1; sub(/^ *[0-9]+ /, ""); printf "%s%d × %s", (NR > 1 ? ", " : ""), n, $0} END {print NR ? "" : "no cards"}'
    done
}
