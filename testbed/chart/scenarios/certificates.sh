# Sourced: another kind of certificate, in both directions and renewed, under pods that are created all the time.

helm=$helm4 system=aliquot-certificates
echo "Certificates of somebody else, and back"
kube create namespace "$system" > /dev/null

# issue NAME: a CA, and a certificate of it for the Service, in $work/NAME.
issue() {
    local folder=$work/$1 service=aliquot-webhook.$system.svc
    mkdir -p "$folder"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=ca of $1" -keyout "$folder/ca.key" -out "$folder/ca.crt"
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" -keyout "$folder/tls.key" -out "$folder/request"
    openssl x509 -req -in "$folder/request" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -days 1 \
        -extfile <(echo "subjectAltName=DNS:$service") -out "$folder/tls.crt"
} 2> /dev/null
# secret NAME: puts it into the Secret ours, and asks the kubelet to look.
secret() {
    kube create secret tls ours -n "$system" --cert "$work/$1/tls.crt" --key "$work/$1/tls.key" --dry-run=client -o yaml | kube apply -f - > /dev/null
    kube annotate pods -n "$system" -l app.kubernetes.io/component=webhook "looked=$1" --overwrite > /dev/null
}
served_by() { # NAME: by all replicas
    local addresses address issuer
    addresses=$(kube get pods -n "$system" -l app.kubernetes.io/component=webhook -o jsonpath='{.items[*].status.podIP}')
    equal 2 "$(wc -w <<< "$addresses")" || return
    for address in $addresses; do
        issuer=$(timeout 5 openssl s_client -connect "$address:8443" -servername "aliquot-webhook.$system.svc" < /dev/null 2> /dev/null | openssl x509 -noout -issuer || true)
        contains "ca of $1" "$issuer" || return 1
    done
}
trusts() { # COUNT: of CAs
    equal "$1" "$(kube get mutatingwebhookconfiguration aliquot -o jsonpath='{.webhooks[0].clientConfig.caBundle}' | base64 -d | grep -c BEGIN)"
}
share() { cat << POD
apiVersion: v1
kind: Pod
metadata: {name: asked}
spec: {containers: [{name: app, image: cuda, resources: {limits: {nvidia.com/gpumem: 100}}}]}
POD
}
# Creates pods, without keeping them, until the file $work/enough is there, or $work is gone; every line of $work/asked is one answer.
ask() {
    while [ -d "$work" ] && [ ! -e "$work/enough" ]; do
        share | kube create --dry-run=server -o jsonpath='{.spec.resourceClaims[*].resourceClaimTemplateName}{"\n"}' -f - 2>&1 || true
    done > "$work/asked"
}
all_limited() {
    [ "$(grep -c '^aliquot-' "$work/asked")" -ge 20 ] && equal "" "$(grep -v '^aliquot-' "$work/asked" | head -n 5)"
}
to() { helm upgrade aliquot "$repository/src/main/helm/aliquot" --reuse-values --wait --timeout 300s "$@"; }

issue one
issue two
secret one 2> /dev/null
proven "helm installs the webhook with a certificate of its own" install node.enabled=false
ask & asking=$!
proven "helm changes it to one that the admin brings" to --set certificates.mode=provided,certificates.secretName=ours --set-file "certificates.caBundle=$work/one/ca.crt"
proven "all replicas serve it" wait_until 60 served_by one
proven "the registration names the CA of both, as replicas of both were there" trusts 2
cat "$work/one/ca.crt" "$work/two/ca.crt" > "$work/both.crt"
proven "the admin adds another CA" to --set-file "certificates.caBundle=$work/both.crt"
proven "which the registration names too" wait_until 120 trusts 3
secret two
proven "the admin's next certificate is served without a restart" wait_until 180 served_by two
proven "helm changes back to a certificate of its own" to --set certificates.mode=self,certificates.secretName=,certificates.caBundle=
touch "$work/enough"
wait "$asking"
proven "of $(wc -l < "$work/asked") pods created meanwhile each got its claim" all_limited
proven "helm uninstalls it" helm uninstall aliquot --wait
kube delete namespace "$system" --wait=false > /dev/null
