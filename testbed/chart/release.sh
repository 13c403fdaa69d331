# Sourced: a release of the chart in namespace $system, by the helm at $helm.

# helm COMMAND ARGUMENT...
helm() {
    KUBECONFIG=$ALIQUOT_CLUSTER/kubeconfig "$helm" "$@" --namespace "$system"
}

# install VALUE...: with the image that was imported, until all its pods are ready.
install() {
    helm install aliquot "$repository/src/main/helm/aliquot" --wait --timeout 300s --set "$(IFS=,; echo "image.pullPolicy=Never,$*")"
}

# What went wrong, as an admin would look for it.
show_release() {
    kube get pods -A -o wide
    kube get events -n "$system" | tail -n 20
    kube logs -n "$system" --selector app.kubernetes.io/name=aliquot --tail 20 --prefix
}

pods_of() { # COMPONENT
    kube get pods -n "$system" -l "app.kubernetes.io/component=$1" -o jsonpath='{range .items[*]}{.metadata.uid}{"\n"}{end}'
}

# process_of POD-UID: not the one that only holds the pod's namespaces open.
process_of() {
    local process
    for process in /proc/[0-9]*; do
        if grep -qs "pod$1" "$process/cgroup" && grep -qs quarkus-run "$process/cmdline"; then echo "${process#/proc/}"; fi
    done
}

# costs COMPONENT [GOAL-OF-VmRSS]: for people; no test fails on a time.
costs() {
    local pod started ready memory
    for pod in $(pods_of "$1"); do
        read -r started ready <<< "$(kube get pods -n "$system" -o jsonpath="{range .items[?(@.metadata.uid==\"$pod\")]}{.status.containerStatuses[0].state.running.startedAt} {.status.conditions[?(@.type==\"Ready\")].lastTransitionTime}{end}")"
        memory=$(awk -v goal="${2:+ ($2)}" '/^(VmRSS|RssAnon)/ {printf "%s %d MiB%s, ", $1, $2 / 1024, $1 == "VmRSS:" ? goal : ""}' "/proc/$(process_of "$pod")/status")
        echo "  a $1 pod was ready $(($(date -d "$ready" +%s) - $(date -d "$started" +%s))) s after its container had started; ${memory}load $(load)"
    done
}

# cached COMPONENT: all its processes have mapped the start-up cache of the image, which the JVM passes over when it does not fit.
cached() {
    local pods pod
    pods=$(pods_of "$1") && [ -n "$pods" ] || return 1
    for pod in $pods; do grep -q aliquot.aot "/proc/$(process_of "$pod")/maps" || return 1; done
}

# Every object of the cluster but those that Kubernetes itself makes in a namespace, or as a record.
objects() {
    kube get "$(kube api-resources --verbs list -o name | grep -vE '^(events|endpoints|events.events.k8s.io|componentstatuses)$' | paste -sd,)" -A \
        -o go-template='{{range .items}}{{.kind}} {{with .metadata.namespace}}{{.}}/{{end}}{{.metadata.name}}{{"\n"}}{{end}}' |
        grep -vE '^(ServiceAccount .*/default|ConfigMap .*/kube-root-ca.crt)$' | sort
}
