# Sourced: kubeconfig files, complete in themselves. Need $dir and $api_server.

# write_kubeconfig FILE USER CREDENTIAL-LINE...
write_kubeconfig() {
    local file=$1 user=$2
    shift 2
    (umask 077 && cat > "$file") <<YAML
apiVersion: v1
kind: Config
current-context: aliquot
contexts: [{name: aliquot, context: {cluster: aliquot, user: "$user"}}]
clusters:
- name: aliquot
  cluster:
    server: $api_server
    certificate-authority-data: $(base64 -w0 < "$dir/pki/ca.crt")
users:
- name: "$user"
  user:
$(printf '    %s\n' "$@")
YAML
}

# kubeconfig_for_user FILE USER GROUP...: by a client certificate.
kubeconfig_for_user() {
    local file=$1 user=$2 name
    shift 2
    name=client-${user//[^a-zA-Z0-9]/-}
    issue_client "$name" "$user" "$@"
    write_kubeconfig "$file" "$user" "client-certificate-data: $(base64 -w0 < "$dir/pki/$name.crt")" \
        "client-key-data: $(base64 -w0 < "$dir/pki/$name.key")"
}

# kubeconfig_for_service_account FILE NAMESPACE NAME: by a token of ten hours for an existing account.
kubeconfig_for_service_account() {
    local token
    token=$("$KUBECTL" --kubeconfig "$dir/kubeconfig" create token --duration 10h --namespace "$2" "$3") || return
    write_kubeconfig "$1" "$2/$3" "token: $token"
}
