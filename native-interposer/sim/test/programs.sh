#!/bin/sh
# The programs and simctl against the simulated driver. Argument: the build folder.
set -eu
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ALIQUOT_SIM_STATE="$folder/state" LD_LIBRARY_PATH="$build"

fail() {
    echo "FAIL $*" >&2
    exit 1
}

want="bytes=84825604096 last=CUDA_ERROR_OUT_OF_MEMORY"
for path in linear pitch managed array async pool vmm; do
    got=$("$build/sim-alloc" --path $path --step 512m)
    case $got in
    "$want"*) echo "ok   sim-alloc gets the whole card by $path" ;;
    *) fail "sim-alloc --path $path: $got" ;;
    esac
done
got=$("$build/sim-alloc-linked" --max 1g)
case $got in
"bytes=1073741824 last=CUDA_SUCCESS"*) echo "ok   a program linked with the driver runs" ;;
*) fail "sim-alloc-linked: $got" ;;
esac

# Every look-up of the runtime: the pointer's symbol is that of the table, names outside it are not found.
"$build/mini-cudart" data/cudart-13.0-lookups.txt > "$folder/lookups"
[ "$(wc -l < "$folder/lookups")" = 440 ] || fail "440 look-ups"
awk -F'\t' 'FILENAME ~ /tsv$/ { known[$1] = 1; symbols[$4] = $1; next }
    $1 in known { if (symbols[$6] != $1 || $7 != "libcuda.so.1") { print "wrong:", $0; bad = 1 } next }
    $5 != 1 || $6 != "-" { print "found:", $0; bad = 1 }
    END { exit bad }' data/driver-entry-points.tsv "$folder/lookups" || fail "look-ups of the runtime"
echo "ok   the 440 look-ups of the runtime are answered from the table"

"$build/simctl" fail cuMemAlloc_v2 46
got=$("$build/sim-alloc" --step 1m --max 1m)
case $got in
"bytes=0 last=CUDA_ERROR_DEVICE_UNAVAILABLE"*) echo "ok   simctl makes a call of another process fail" ;;
*) fail "simctl fail: $got" ;;
esac
"$build/simctl" set cards 'Small|1g;|2g'
"$build/simctl" set ctx_bytes 24m
got=$("$build/sim-alloc" --step 100m)
case $got in
"bytes=1048576000 "*"total=1073741824") echo "ok   simctl changes the cards" ;;
*) fail "simctl set cards: $got" ;;
esac
if "$build/simctl" set cards 'Bad|x' 2> /dev/null; then fail "a bad row of cards is taken"; fi
[ "$("$build/simctl" calls cuInit | awk '{print $2}')" -ge 10 ] || fail "simctl calls"
got=$(ALIQUOT_SIM_STATE="$folder/other" ALIQUOT_SIM_CARDS='Env|512m|GPU-00112233-4455-6677-8899-aabbccddeeff|0000:c1:00' \
    ALIQUOT_SIM_CTX_BYTES=12m "$build/sim-query")
case $got in
*'name="Env" pci=0000:c1:00.0 uuid=GPU-00112233-4455-6677-8899-aabbccddeeff total=536870912 free=524288000'*)
    echo "ok   the environment describes the cards" ;;
*) fail "environment: $got" ;;
esac
got=$(LD_LIBRARY_PATH="$build/driver-11040" ALIQUOT_SIM_STATE="$folder/old" "$build/sim-alloc" --max 64m --step 64m)
case $got in
"bytes=67108864 last=CUDA_SUCCESS"*) echo "ok   the driver of version 11.4 runs programs that need no more" ;;
*) fail "driver-11040: $got" ;;
esac
