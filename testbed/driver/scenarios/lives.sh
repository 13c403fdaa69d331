# Sourced: deaths and restarts under running pods `part` and `old-whole`.

echo "Lives of the driver, the kubelet, containerd and the library"
proven "a killed driver is gone" stop_driver KILL
proven "the driver comes back after SIGKILL" start_driver
proven "the running pod is still limited" limited part 0 8000
kube delete resourceslices --all > /dev/null
proven "a deleted slice comes back" wait_until 60 driver_ready
node stop kubelet
node start kubelet
proven "so do those that the kubelet deletes when it starts" wait_until 60 driver_ready
node stop containerd
node start containerd
proven "after a restart of containerd the kubelet finds the running pod" wait_until 60 sees part main /bin/bash
proven "which is still limited" limited part 0 8000

plugin=$folder/kubelet/plugins/gpu.aliquot.io
mount --bind "$plugin" "$plugin"
mount -o remount,bind,ro "$plugin"
pod late small
specs() { [ "$(ls "$folder/cdi" | grep -c '^k8s')" = "$1" ]; }
proven "a driver that can write no checkpoint has written the CDI file of a new pod" wait_until 60 specs 3
proven "it is killed there, in the middle of prepare" stop_driver KILL
umount "$plugin"
cp "$native/libaliquot.so" "$work/newer.so"
echo >> "$work/newer.so"
library=$work/newer.so
proven "the next one starts, with a newer library" start_driver
# A change of the pod makes the kubelet try again now; by itself it would in a minute.
comes_up() { kube annotate --overwrite pod "$1" "tried=$SECONDS" > /dev/null && kube wait --for condition=Ready --timeout 5s "pod/$1"; }
proven "the pod comes up" wait_until 120 comes_up late
proven "and is limited" limited late 0 3000
loaded() { kube exec "$1" -c main -- cat /usr/lib/aliquot/libaliquot.so | cmp -s - "$2"; }
proven "by the newer library" loaded late "$work/newer.so"
proven "the older pod has kept its own" loaded part "$native/libaliquot.so"
proven "and its limit" limited part 0 8000

stop_driver KILL
node stop kubelet
rm -f "$folder"/cdi/k8s.* "$folder"/kubelet/plugins_registry/* "$plugin"/*.sock
node start kubelet
proven "after CDI files and sockets were lost, as by a reboot, the driver comes back" start_driver
proven "with the files of all claims" wait_until 60 specs 3
gone late
