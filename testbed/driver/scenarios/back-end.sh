# Sourced: the webhook before another driver, which publishes HAMi's names. Nobody prepares these claims: it is about what
# the scheduler gives out.

echo "Another back end"
sed -e 's/gpu\.aliquot\.io/hami-core-gpu.project-hami.io/' -e '/^ *shares: shares$/d' -e '/^ *allShares:/d' \
    "$repository/src/main/resources/io/aliquot/config/default-mapping.yaml" > "$work/mapping.yaml"
kube apply -f "$testbed/driver/hami.yaml" > /dev/null
proven "the webhook comes up with a mapping to HAMi's driver" "$testbed/bin/webhook" --mapping "$work/mapping.yaml"
proven "and is asked" wait_until 120 rewritten "$testbed/driver/pods/half.yaml"
manifest half
manifest three
cards_of() { kube get resourceclaims -o jsonpath="{range .items[?(@.status.reservedFor[0].name=='$1')]}{.status.allocation.devices.results[0].driver} {.status.allocation.devices.results[0].consumedCapacity.memory} {.status.allocation.devices.results[0].consumedCapacity.cores}{'\n'}{end}" | sort; }
gets_of() { [ "$(cards_of "$1")" = "$2" ]; }
hami=hami-core-gpu.project-hami.io
proven "half of a card is half of HAMi's card" wait_until 60 gets_of half "$hami 40779Mi 0"
proven "other shares are of the same card: no part of the time is reserved" wait_until 60 gets_of three "$hami 2000Mi 0
$hami 3000Mi 0"
gone half three
