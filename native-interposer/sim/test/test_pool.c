/* Stream-ordered memory. */
#include "check.h"

static cuuint64_t attribute(CUmemoryPool pool, CUmemPool_attribute which)
{
    cuuint64_t value;
    OK(cuMemPoolGetAttribute(pool, which, &value));
    return value;
}

TEST(a_pool_reserves_chunks_and_releases_them_when_the_host_has_waited)
{
    CUdeviceptr p;
    CUstream stream;
    CUmemoryPool pool;
    check_start(0);
    OK(cuStreamCreate(&stream, 0));
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    uint64_t before = check_free();
    OK(cuMemAllocAsync(&p, MIB, stream));
    EQUAL(attribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), MIB);
    EQUAL(attribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT), 32 * MIB);
    EQUAL(before - check_free(), 32 * MIB);
    OK(cuMemFreeAsync(p, stream));
    EQUAL(attribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 0);
    OK(cuMemPoolTrimTo(pool, 0));
    EQUAL(attribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT), 2 * MIB);
    OK(cuStreamSynchronize(stream));
    EQUAL(check_free(), before);
    EQUAL(attribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH), 32 * MIB);
}

TEST(the_release_threshold_keeps_memory_in_the_pool)
{
    CUdeviceptr p;
    CUmemoryPool pool;
    cuuint64_t threshold = 100 * MIB;
    check_start(0);
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
    uint64_t before = check_free();
    OK(cuMemAllocAsync(&p, 320 * MIB, NULL));
    OK(cuMemFreeAsync(p, NULL));
    OK(cuCtxSynchronize());
    EQUAL(before - check_free(), 100 * MIB);
    OK(cuMemPoolTrimTo(pool, 0));
    EQUAL(check_free(), before);
}

TEST(a_pool_with_a_maximum_refuses_more)
{
    CUdeviceptr p;
    CUmemoryPool pool;
    const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                  .maxSize = 10 * MIB};
    check_start(0);
    OK(cuMemPoolCreate(&pool, &props));
    OK(cuMemAllocFromPoolAsync(&p, 10 * MIB, pool, NULL));
    EQUAL(cuMemAllocFromPoolAsync(&p, 1, pool, NULL), CUDA_ERROR_OUT_OF_MEMORY);
}

TEST(a_destroyed_pool_keeps_its_memory_until_its_blocks_are_freed)
{
    CUdeviceptr p;
    CUmemoryPool pool;
    const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    check_start(0);
    uint64_t before = check_free();
    OK(cuMemPoolCreate(&pool, &props));
    OK(cuMemAllocFromPoolAsync(&p, 64 * MIB, pool, NULL));
    OK(cuMemPoolDestroy(pool));
    EQUAL(before - check_free(), 64 * MIB);
    OK(cuMemFreeAsync(p, NULL));
    EQUAL(check_free(), before);
    EQUAL(cuMemPoolDestroy(pool), CUDA_ERROR_INVALID_VALUE);
}

TEST(a_full_card_makes_other_pools_give_up_what_they_do_not_use)
{
    CUdeviceptr p, q;
    CUmemoryPool pool;
    cuuint64_t keep = ~0ull;
    EQUAL(aliquot_sim_set_cards("Small|1g"), 0);
    check_start(0);
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
    OK(cuMemAllocAsync(&p, 512 * MIB, NULL));
    OK(cuMemFreeAsync(p, NULL));
    OK(cuCtxSynchronize());
    const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    OK(cuMemPoolCreate(&pool, &props));
    OK(cuMemAllocFromPoolAsync(&q, 512 * MIB, pool, NULL));
    EQUAL(cuMemAllocFromPoolAsync(&q, 512 * MIB, pool, NULL), CUDA_ERROR_OUT_OF_MEMORY);
}
