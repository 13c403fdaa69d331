# Sourced: pods that claim cards.

# pod NAME TEMPLATE: a container with the claim, and one beside it without.
pod() {
    kube apply -f - > /dev/null <<YAML
apiVersion: v1
kind: Pod
metadata: {name: $1}
spec:
  nodeSelector: {kubernetes.io/hostname: real}
  terminationGracePeriodSeconds: 1
  resourceClaims: [{name: gpu, resourceClaimTemplateName: $2}]
  volumes: [{name: forged, configMap: {name: forged}}]
  containers:
  - name: main
    image: aliquot.test/cuda:1
    command: [bash, -c, exec sleep 100000]
    env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}, {name: CUDA_DEVICE_MEMORY_LIMIT, value: 80g}]
    resources: {claims: [{name: gpu}]}
    volumeMounts: [{name: forged, mountPath: /etc/aliquot/limits.d/forged, subPath: forged}]
  - name: none
    image: aliquot.test/cuda:1
    command: [bash, -c, exec sleep 100000]
    env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]
YAML
    kube wait --for condition=Ready --timeout 60s "pod/$1" > /dev/null
}

# Bytes that a program in the pod gets of a card before it is refused.
gets() {
    kube exec "$1" -c main -- sim-alloc --step 100m --card "$2" 2> /dev/null | sed -n 's/^bytes=\([0-9]*\) .*OUT_OF_MEMORY.*/\1/p'
}

# limited POD CARD BYTES: the program gets something, is refused, and never got more than BYTES.
limited() {
    local got
    got=$(gets "$1" "$2")
    [ -n "$got" ] && [ "$got" -gt 0 ] && [ "$got" -le "$3" ] || { echo "got '$got' of $3"; return 1; }
}

sees() {
    kube exec "$1" -c "$2" -- ls "$3"
}

sees_not() {
    ! sees "$@"
}
