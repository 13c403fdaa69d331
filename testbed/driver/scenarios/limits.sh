# Sourced: what containers get, by old manifests through the webhook and by claims of today.

echo "Limits of old manifests"
manifest three
manifest half
proven "a pod of three containers and an init container runs" ready three
proven "it has a claim for each container with a share, and none for the others" prints $'2000Mi\n3000Mi' claims_of three
proven "the init container used that of the first one, though it asked for 1000 MiB" within "$(kube logs three -c before | refused_at)" 2000
proven "the first container is refused beyond its share" limited three 0 2000 first
proven "the last one beyond its own" limited three 0 3000 last
proven "the one between them, which asks for no share, has no preload" sees_not three middle /etc/ld.so.preload
proven "and no card" sees_not three middle /var/sim.state
proven "nor would a vendor's runtime give it one, though its image says all" prints void variable three middle NVIDIA_VISIBLE_DEVICES
proven "a pod with half of a card runs" ready half
proven "it is refused beyond half" limited half 0 $((81559 / 2))
gone three half

echo "Limits of claims of today"
pod two two
manifest pair
proven "a pod with two cards runs" ready two
proven "its first card has its own limit" limited two 0 2000
proven "and so has its second, of a subrequest" limited two 1 4000
proven "two containers with one claim run" ready pair
first_has() { kube logs pair -c one | grep -q 'last=CUDA_SUCCESS'; }
proven "what the first one takes" wait_until 60 first_has
# Two contexts and a step less.
proven "the second one does not get" limited pair 0 1000 other 800
shows() { local value; value=$(metric "$1" 'podname="pair"') && [ "$value" -ge $(($2 << 20)) ] && [ "$value" -le $(($3 << 20)) ] || { echo "$1 is ${value:-not there}"; return 1; }; }
proven "the driver shows what they have together" wait_until 20 shows hami_vgpu_memory_used_bytes 2000 3000
proven "of what they may have" shows hami_vgpu_memory_limit_bytes 3000 3000
example() { sed 's|^    image: .*|    image: aliquot.test/cuda:1\n    command: [bash, -c, exec sleep 100000]|' "$repository/examples/claim-of-today/pod.yaml" | kube apply -f - > /dev/null; }
example
proven "the example of a claim of today runs" ready trainer
proven "and is limited" limited trainer 0 3000 train
gone two pair trainer

echo "Whole cards"
pod part part
manifest old-whole
proven "a pod with a whole card by its old name runs beside another's share" ready part old-whole
proven "it preloads nothing" sees_not old-whole main /etc/ld.so.preload
proven "and has all of the card's memory" limited old-whole 1 81559
proven "a container without a share, in a pod of today, has no preload" sees_not part none /etc/ld.so.preload
proven "and no card" sees_not part none /var/sim.state
