# Sourced: the cluster's certificate authority, in $dir/pki. Valid for ten days: a test bed does not get old.

create_authority() {
    mkdir -p "$dir/pki"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 10 -subj "/CN=aliquot-testbed" \
        -addext "keyUsage=critical,keyCertSign,cRLSign" -keyout "$dir/pki/ca.key" -out "$dir/pki/ca.crt" 2> /dev/null
}

# issue NAME SUBJECT EXTENSION...: writes pki/NAME.key and pki/NAME.crt. RSA keys, which every client library reads.
issue() {
    local name=$1 subject=$2
    shift 2
    printf '%s\n' "basicConstraints=CA:false" "$@" > "$dir/pki/$name.ext"
    openssl req -new -newkey rsa:2048 -nodes -subj "$subject" -keyout "$dir/pki/$name.key" -out "$dir/pki/$name.csr" 2> /dev/null
    openssl x509 -req -in "$dir/pki/$name.csr" -days 10 -CA "$dir/pki/ca.crt" -CAkey "$dir/pki/ca.key" \
        -set_serial "0x$(openssl rand -hex 12)" -extfile "$dir/pki/$name.ext" -out "$dir/pki/$name.crt" 2> /dev/null
    rm "$dir/pki/$name.csr" "$dir/pki/$name.ext"
}

# issue_server NAME ADDRESS...: for the API server, under the names it has inside a cluster and these addresses.
issue_server() {
    local name=$1 names="DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:localhost,IP:127.0.0.1,IP:10.96.0.1"
    shift
    issue "$name" "/CN=$name" "extendedKeyUsage=serverAuth" "subjectAltName=$names$(printf ',IP:%s' "$@")"
}

# issue_client NAME USER GROUP...
issue_client() {
    local name=$1 user=$2
    shift 2
    issue "$name" "$(printf '/O=%s' "$@" | sed 's|^/O=$||')/CN=$user" "extendedKeyUsage=clientAuth"
}

# The key with which service account tokens are signed.
create_token_key() {
    openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$dir/pki/tokens.key" 2> /dev/null
    openssl pkey -in "$dir/pki/tokens.key" -pubout -out "$dir/pki/tokens.pub"
}
