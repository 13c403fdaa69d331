"""The vendor's Python bindings under the interposer, on the simulated driver. Prints 'N passed, N failed'."""
import os
import struct
import sys

from cuda.bindings import driver as cu

MIB = 1 << 20
LIMIT = 1000 * MIB
passed = failed = 0


def check(sentence, good):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(("ok      " if good else "FAILED  ") + sentence)


def tracked():
    """Bytes of all live slots, read from the region file as the node driver does."""
    with open(os.environ["REGION"], "rb") as file:
        data = file.read()
    slots = [data[4096 + 128 * i:4096 + 128 * (i + 1)] for i in range(512)]
    return sum(struct.unpack_from("<q", slot, 40)[0] for slot in slots if slot[0])


def ok(answer):
    assert answer[0] == cu.CUresult.CUDA_SUCCESS, answer
    return answer[1] if len(answer) > 1 else None


ok(cu.cuInit(0))
device = ok(cu.cuDeviceGet(0))
context = ok(cu.cuDevicePrimaryCtxRetain(device))
ok(cu.cuCtxSetCurrent(context))
check("the total is the limit", ok(cu.cuDeviceTotalMem(device)) == LIMIT)
free, total = cu.cuMemGetInfo()[1:]
check("free and total agree with it", total == LIMIT and free == LIMIT)

block = ok(cu.cuMemAlloc(600 * MIB))
check("a block is tracked", tracked() == 600 * MIB)
check("the next is refused", cu.cuMemAlloc(600 * MIB)[0] == cu.CUresult.CUDA_ERROR_OUT_OF_MEMORY)
ok(cu.cuMemFree(block))
check("a freed block is not", tracked() == 0)

stream = ok(cu.cuStreamCreate(0))
block = ok(cu.cuMemAllocAsync(600 * MIB, stream))
check("stream-ordered memory is tracked", tracked() >= 600 * MIB)
check("and refused", cu.cuMemAllocAsync(600 * MIB, stream)[0] == cu.CUresult.CUDA_ERROR_OUT_OF_MEMORY)
ok(cu.cuMemFreeAsync(block, stream))
ok(cu.cuStreamSynchronize(stream))
check("and given back", tracked() == 0)

prop = cu.CUmemAllocationProp()
prop.type = cu.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
prop.location.type = cu.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
prop.location.id = 0
handle = ok(cu.cuMemCreate(600 * MIB, prop, 0))
check("physical memory is refused too", cu.cuMemCreate(600 * MIB, prop, 0)[0] == cu.CUresult.CUDA_ERROR_OUT_OF_MEMORY)
ok(cu.cuMemRelease(handle))
check("nothing is left", tracked() == 0)
print(f"test_bindings: {passed} passed, {failed} failed, 0 skipped")
sys.exit(failed != 0)
