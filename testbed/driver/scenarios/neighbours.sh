# Sourced: who else gives out cards on the node, and two drivers at once.

echo "Neighbours"
count() { kube patch node real --subresource status --type merge -p "{\"status\":{\"capacity\":{\"nvidia.com/gpu\":$1},\"allocatable\":{\"nvidia.com/gpu\":$1}}}" > /dev/null; }
count '"2"'
proven "where a device plugin counts the cards, none is offered" wait_until 60 not_ready 0 coexistence
proven "and an Event of the node says why" wait_until 60 event Node/real CardsOfferedTwice 'a device plugin gives out the same cards'
stop_driver TERM
proven "a driver that shall live with that offers them all the same" start_driver --coexist
stop_driver TERM
start_one driver "$port"
proven "the one after it, which shall not, withdraws them" wait_until 60 not_ready 0 coexistence
count null
proven "when the device plugin is gone they are offered" wait_until 60 driver_ready

card=$(kube get resourceslices -o jsonpath='{.items[0].spec.devices[0].attributes.uuid.string}')
kube create -f - > /dev/null <<YAML
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: other}
spec:
  driver: gpu.example.com
  nodeName: real
  pool: {name: real, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0, attributes: {uuid: {string: $card}}}]
YAML
proven "where another driver offers one of the cards, none is" wait_until 60 not_ready 1 coexistence
proven "and an Event says whose" wait_until 60 event Node/real CardsOfferedTwice 'is offered by driver gpu.example.com too'
kube delete resourceslice other > /dev/null
proven "when it is gone they are offered" wait_until 60 driver_ready

mv "$folder/cdi-etc/nvidia.yaml" "$work/nvidia.yaml"
proven "a card that no CDI spec names is not offered" wait_until 60 not_ready 0 cards
proven "and an Event says what to run" wait_until 60 event Node/real CardNotOffered "nvidia-ctk cdi generate --driver-root=$driver_root "
mv "$work/nvidia.yaml" "$folder/cdi-etc/nvidia.yaml"
proven "with the spec it is offered" wait_until 60 driver_ready

share_of_one() { kube get resourceslices -o jsonpath='{.items[0].spec.devices[0].capacity.shares.requestPolicy.default}'; }
split_is() { [ "$(share_of_one)" = "$1" ]; }
version() { kube get resourceslices -o jsonpath='{.items[0].metadata.resourceVersion}'; }
proven "the driver splits a card in 10" split_is 100
proven "a second one comes beside it, which splits in 20" start_second --split-count 20
proven "and publishes so" wait_until 60 split_is 50
before=$(version)
proven "the first one looks at its cards again, three times" wait_until 60 looked_again 3
proven "and does not fight about it" prints "$before" version
proven "while both run a pod gets its share" runs overlap small
proven "and is limited" limited overlap 0 3000
proven "and gives it back" gone overlap
proven "of which nothing is left" wait_until 60 specs 2
stop_second KILL
proven "when the second is gone the first publishes again" wait_until 60 split_is 100
pod after small
proven "and prepares again" wait_until 120 comes_up after
proven "what is limited" limited after 0 3000
gone after

stop_driver TERM
start_one driver "$port" --nvml /nowhere
withdrawn() { lives driver && [ "$(slices)" = 0 ] && contains "$1" "$(curl -s "http://127.0.0.1:$port/q/health/ready")"; }
proven "a driver that cannot load the management library withdraws the cards of the one before it, and says why" wait_until 60 withdrawn "there is no /nowhere"
stop_driver TERM
proven "one that can offers them again" start_driver
