# Sourced: pods that claim cards.
. "$testbed/lib/containers.sh"

# pod NAME TEMPLATE: a container with the claim, and one beside it without.
pod() {
    kube apply -f - > /dev/null <<YAML
apiVersion: v1
kind: Pod
metadata: {name: $1}
spec:
  terminationGracePeriodSeconds: 1
  resourceClaims: [{name: gpu, resourceClaimTemplateName: $2}]
  containers:
  - name: main
    image: aliquot.test/cuda:1
    command: [bash, -c, exec sleep 100000]
    resources: {claims: [{name: gpu}]}
  - name: none
    image: aliquot.test/cuda:1
    command: [bash, -c, exec sleep 100000]
    env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]
YAML
}

# crowd NAME COUNT: a pod with so many claims of template tiny.
crowd() {
    local claims uses
    claims=$(seq -f '{name: c%g, resourceClaimTemplateName: tiny}' -s ', ' "$2")
    uses=$(seq -f '{name: c%g}' -s ', ' "$2")
    kube apply -f - > /dev/null <<YAML
apiVersion: v1
kind: Pod
metadata: {name: $1}
spec:
  terminationGracePeriodSeconds: 1
  resourceClaims: [$claims]
  containers:
  - name: main
    image: aliquot.test/cuda:1
    command: [bash, -c, exec sleep 100000]
    resources: {claims: [$uses]}
YAML
}

# manifest NAME: applies pods/NAME.yaml.
manifest() {
    sed "s|WORK|$work|" "$testbed/driver/pods/$1.yaml" | kube apply -f - > /dev/null
}

ready() {
    kube wait --for condition=Ready --timeout 180s "${@/#/pod/}" > /dev/null
}

# comes_up POD: a change of it makes the kubelet try again now; by itself it would in a minute.
comes_up() {
    kube annotate --overwrite pod "$1" "tried=$SECONDS" > /dev/null && kube wait --for condition=Ready --timeout 5s "pod/$1"
}

# runs NAME TEMPLATE: a pod with a claim of today, until it is ready.
runs() {
    pod "$@" && ready "$1"
}

# gets POD CARD [CONTAINER]: bytes that a program in it gets of a card before it is refused.
gets() {
    kube exec "$1" -c "${3:-main}" -- sim-alloc --step 100m --card "$2" 2> /dev/null | refused_at
}

refused_at() {
    sed -n 's/^bytes=\([0-9]*\) .*OUT_OF_MEMORY.*/\1/p'
}

# within BYTES MIB [SLACK]: all of the limit but SLACK MiB at most, and never more. One process has a context of 350 MiB and asks
# in steps of 100; with less slack than limits differ by, one is not taken for another.
within() {
    [ -n "$1" ] && [ "$1" -gt $((($2 - ${3:-700}) << 20)) ] && [ "$1" -le $(($2 << 20)) ] ||
        { echo "got '$1' bytes: not all of $2 MiB but ${3:-700} at most"; return 1; }
}

# limited POD CARD MIB [CONTAINER [SLACK]]: the program is refused, once it has had its limit and no more.
limited() {
    within "$(gets "$1" "$2" "${4:-main}")" "$3" "${5:-}"
}

sees() {
    kube exec "$1" -c "$2" -- ls "$3"
}

# Said by the container itself: a command that can't be run there proves nothing.
sees_not() {
    kube exec "$1" -c "$2" -- bash -c '[ ! -e "$0" ] && [ ! -L "$0" ]' "$3"
}

# variable POD CONTAINER NAME
variable() {
    kube exec "$1" -c "$2" -- bash -c 'echo "${!0}"' "$3"
}

# claims_of POD: what each of its claims has of its first card.
claims_of() {
    kube get resourceclaims -o jsonpath="{range .items[?(@.status.reservedFor[0].name=='$1')]}{.status.allocation.devices.results[0].consumedCapacity.memory}{'\n'}{end}" | sort
}

# restarted POD: its main container has been once, and it is ready again.
restarted() {
    [ "$(kube get pod "$1" -o jsonpath='{.status.containerStatuses[?(@.name=="main")].restartCount} {.status.conditions[?(@.type=="Ready")].status}')" = "1 True" ]
}

# events KIND/NAME REASON: those about this object, a line for each: when and what.
events() {
    kube get events -A --field-selector "involvedObject.kind=${1%%/*},involvedObject.name=${1#*/},reason=$2" \
        -o jsonpath='{range .items[*]}{.firstTimestamp} {.message}{"\n"}{end}'
}

# event KIND/NAME REASON TEXT: whether there is one about this object with this in its message.
event() {
    contains "$3" "$(events "$1" "$2")"
}

gone() {
    kube delete pod "$@" > /dev/null
}
