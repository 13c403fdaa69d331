# Sourced: the webhook alone, in a namespace where Kubernetes admits no pod that asks for more than the restricted standard.

helm=$helm3 system=aliquot-restricted
echo "The webhook alone, by helm 3, among restricted pods"
kube create namespace "$system" > /dev/null
kube label namespace "$system" pod-security.kubernetes.io/enforce=restricted > /dev/null
before=$(objects)
proven "helm installs it and its pods are ready" install node.enabled=false
costs webhook
proven "they have started from the cache in the image" cached webhook
proven "'helm test' reaches them through the Service, by its name" helm test aliquot
kube delete pod -n "$system" aliquot-test > /dev/null
proven "helm uninstalls it" helm uninstall aliquot --wait
as_before() { diff <(echo "$before") <(objects); }
proven "and nothing is left" wait_until 90 as_before
