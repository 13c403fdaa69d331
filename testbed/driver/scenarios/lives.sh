# Sourced: deaths and restarts under running pods `part` and `old-whole`.

echo "Lives of the driver, the kubelet, containerd and the library"
container=$(container_of part main)
proven "a killed driver is gone" stop_driver KILL
proven "the driver comes back after SIGKILL" start_driver
proven "the running pod is still limited" limited part 0 8000
slice=$(slice_uid)
kube delete resourceslices --all > /dev/null
proven "a deleted slice comes back" wait_until 60 published_anew "$slice"
slice=$(slice_uid)
node stop kubelet
node start kubelet
proven "so do those that the kubelet deletes when it starts" wait_until 60 published_anew "$slice"
proven "after a restart of the kubelet it finds the running pod" wait_until 60 sees part main /bin/bash
proven "in the same container" prints "$container" container_of part main
proven "still limited" limited part 0 8000
node stop containerd
node start containerd
proven "after a restart of containerd the kubelet finds the running pod" wait_until 60 sees part main /bin/bash
proven "in the same container" prints "$container" container_of part main
proven "which is still limited" limited part 0 8000

echo "Deaths of the driver while it prepares"
plugin=$folder/kubelet/plugins/gpu.aliquot.io
# Who reads a pipe waits for somebody to write.
cp -p "$plugin/checkpoint.json" "$work/checkpoint.json"
mkfifo "$work/pipe"
mv -T "$work/pipe" "$plugin/checkpoint.json"
pod held small
prepares() { "$("$repository/bin/find-jdk")/bin/jstack" "$(< "$work/driver.pid")" | grep -F 'io.aliquot.node.prepare.Claims.prepare('; }
proven "the driver stands in the middle of a prepare, as it cannot read on" wait_until 60 prepares
proven "it is killed there" stop_driver KILL
mv -T "$work/checkpoint.json" "$plugin/checkpoint.json"
proven "the next one starts" start_driver
proven "the pod comes up" wait_until 120 comes_up held
proven "and is limited" limited held 0 3000
gone held
proven "nothing of it is left when it has gone" wait_until 60 specs 2

mount --bind "$plugin" "$plugin"
mount -o remount,bind,ro "$plugin"
pod late small
proven "a driver that can write no checkpoint has written the CDI file of a new pod" wait_until 60 specs 3
proven "it is killed with the one written and not the other" stop_driver KILL
umount "$plugin"
cp "$native/libaliquot.so" "$work/newer.so"
echo >> "$work/newer.so"
library=$work/newer.so
proven "the next one starts, with a newer library" start_driver
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
# Only a container that starts has them read.
for one in part old-whole; do
    started=$(container_of $one main)
    kill -KILL "${started#* }"
done
proven "containers that die and start anew get what those before them had" wait_until 120 restarted part
proven "a limit" limited part 0 8000
proven "or none" wait_until 120 restarted old-whole
proven "and no preload" sees_not old-whole main /etc/ld.so.preload
proven "but all of the card" limited old-whole 1 81559
gone late
