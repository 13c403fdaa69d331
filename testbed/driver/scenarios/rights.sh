# Sourced: what the node driver's account may do with slices, and what it is refused. What is tried as the driver is not kept.

echo "Rights"
slice_of() { # NODE
    cat <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: tried}
spec:
  driver: gpu.aliquot.io
  nodeName: $1
  pool: {name: $1, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0}]
YAML
}
# tries VERB NODE [OPTION...]: as the driver, with the slice of a node.
tries() {
    slice_of "$2" | kube --kubeconfig "$work/driver.kubeconfig" "$1" --dry-run=server -f - "${@:3}"
}
# refused TEXT COMMAND...: it fails, and says this.
refused() {
    local text=$1 said
    shift
    ! said=$("$@" 2>&1) || { echo "not refused: $said"; return 1; }
    contains "$text" "$said"
}
proven "a driver may create a slice of its own node" tries create real
others="the node driver of node real may not change a slice of node other"
proven "and is refused one of another node" wait_until 60 refused "$others" tries create other
slice_of other | kube create -f - > /dev/null
proven "and to change one" refused "$others" tries replace other
proven "and to delete one" refused "$others" tries delete other
slice_of other | kube delete -f - > /dev/null
token=$(kube create token aliquot-node --namespace aliquot-system)
proven "with a token that is no pod's it is refused one of its own node, too" refused "token names no node" tries create real --token "$token"
