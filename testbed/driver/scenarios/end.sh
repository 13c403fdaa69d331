# Sourced: what is left, and figures.

echo "The end"
gone part old-whole
proven "claims of deleted pods leave no CDI file" prints "" cdi_files
proven "and no limits and regions" prints "" ls "$work/state/claims"
proven "and no claim" wait_until 60 prints "" kube get resourceclaims -o name
stop_driver TERM
proven "a stopped driver leaves no registration" prints "" ls "$folder/kubelet/plugins_registry"
start_driver
one_library() { [ "$(ls "$work/state/lib" | grep -c '^libaliquot')" = 1 ]; }
proven "a library that no claim uses any more is gone" wait_until 60 one_library
