#!/usr/bin/env bash
# The webhook at work, without a cluster: a review that a real API server sent goes through real TLS, and everything
# that comes back is shown and checked. Ends with an error when something is not as expected.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ -t 1 ]]; then bold=$'\e[1m' green=$'\e[32m' red=$'\e[31m' plain=$'\e[0m'; else bold='' green='' red='' plain=''; fi
heading() { printf '\n%s── %s%s\n' "$bold" "$1" "$plain"; }
passed() { printf '%s✓ %s%s\n' "$green" "$1" "$plain"; }
failed() { printf '%s✗ %s%s\n' "$red" "$1" "$plain" >&2; exit 1; }

JAVA_HOME=$(bin/find-jdk)
export JAVA_HOME
command -v curl >/dev/null || failed 'curl is missing: install it'

jar=target/quarkus-app/quarkus-run.jar
if [[ ! -f $jar || -n $(find src/main pom.xml -newer "$jar" -print -quit) ]]; then
    heading 'Building (once; later runs start at once)'
    make build
fi

work=$(mktemp -d)
server=''
finish() {
    local code=$?
    trap - EXIT
    if [[ -n $server ]]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
    if ((code != 0)) && [[ -s $work/log ]]; then tail -n 20 "$work/log" >&2; fi
    rm -rf "$work"
    exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

show() { "$JAVA_HOME/bin/java" -cp 'target/quarkus-app/lib/main/*' demo/Show.java "$@"; }
fetch() { curl -sS --fail-with-body --max-time 20 "$@"; }
mutate() { fetch --tlsv1.3 --cacert "$work/tls/ca.crt" -H 'Content-Type: application/json' --data-binary "@$1" "$url"; }

heading 'Starting the webhook: TLS with a certificate of its own, templates in memory'
start() {
    port=$((20000 + RANDOM % 20000)) management=$((port + 1))
    url=https://localhost:$port/mutate health=http://localhost:$management/q
    "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -jar "$jar" webhook --self-signed "$work/tls" --templates memory \
        --port "$port" --management-port "$management" >"$work/log" 2>&1 &
    server=$!
    for ((i = 0; i < 300; i++)); do
        if curl -fs --max-time 5 "$health/health/ready" >/dev/null 2>&1; then return 0; fi
        kill -0 "$server" 2>/dev/null || return 1
        sleep 0.2
    done
    return 1
}
for attempt in 1 2 3; do
    if start; then break; fi
    grep -q 'already in use\|already bound' "$work/log" && ((attempt < 3)) || failed 'the webhook does not start'
done
passed "ready: $url"

heading 'A pod as people write them, as the API server sends it'
mutate demo/pod.json >"$work/answer.json"
show request demo/pod.json

heading 'What the webhook made of it'
show diff demo/pod.json "$work/answer.json"
passed 'allowed; the old names are gone, a claim has their place'

heading 'The JSON Patch that did it'
show patch "$work/answer.json"

heading 'The template that it made first (in a cluster: created through the API server)'
sed -n '/^apiVersion: /,$p' "$work/log" | sed '/^time=/d' >"$work/template.yaml"
grep -v '^---' "$work/template.yaml" || failed 'no template was printed'
grep -q 'kind: ResourceClaimTemplate' "$work/template.yaml" || failed 'no template was printed'

heading 'A pod of the old scheduler: rewritten, with warnings'
mutate demo/warned.json >"$work/warned.json"
show warnings "$work/warned.json"

heading 'A pod with several mistakes: every reason at once'
mutate demo/refused.json >"$work/refused.json"
show refusal "$work/refused.json"

heading 'Something that is no review at all'
echo '{"hello":"world"}' >"$work/odd.json"
if mutate "$work/odd.json"; then failed 'it was accepted'; fi 2>/dev/null
passed 'turned away with a sentence'

heading "curl $health/health"
fetch "$health/health"
echo
heading "curl $health/metrics | grep ^aliquot"
fetch "$health/metrics" >"$work/metrics"
grep '^aliquot' "$work/metrics" | grep -v _bucket
for series in 'aliquot_reviews_total{outcome="rewritten"' 'aliquot_reviews_total{outcome="refused"' \
    'aliquot_reviews_total{outcome="malformed"' 'aliquot_templates_total{result="created"'; do
    grep -qF "$series" "$work/metrics" || failed "series missing: $series"
done
passed 'everything is as expected'
