/* What a program would try that wants more than its share, by arguments that lie over each other. */
#include "cuda_start.h"

#define TRACKED(bytes) CHECK_EQ(view_region("region").tracked, bytes)
#define HELD() (aliquot_sim_bytes(0, -1, 0) - aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0))

static void fill_from(CUmemoryPool pool)
{
    CUdeviceptr a;
    for (int i = 0; i < 20; i++)
        cuMemAllocFromPoolAsync(&a, 200 * MIB, pool, NULL);
    CHECK(HELD() <= 1000 * MIB);
}

PRELOADED(a_pool_whose_handle_falls_on_its_properties_is_limited, one_share)
{
    CUmemPoolProps_v1 properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                    .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUmemoryPool *handle = (CUmemoryPool *)(void *)&properties.location;
    context_on(0);
    OK(cuMemPoolCreate(handle, &properties));
    fill_from(*handle);
}

PRELOADED(a_pool_that_is_asked_for_by_a_place_under_its_answer_is_limited, one_share)
{
    union { CUmemLocation location; CUmemoryPool handle; } both = {.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    context_on(0);
    OK(cuMemGetMemPool(&both.handle, &both.location, CU_MEM_ALLOCATION_TYPE_PINNED));
    fill_from(both.handle);
}

PRELOADED(a_default_pool_that_is_asked_for_by_a_place_under_its_answer_is_limited, one_share)
{
    union { CUmemLocation location; CUmemoryPool handle; } both = {.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    context_on(0);
    OK(cuMemGetDefaultMemPool(&both.handle, &both.location, CU_MEM_ALLOCATION_TYPE_PINNED));
    fill_from(both.handle);
}

PRELOADED(a_handle_that_falls_on_its_properties_is_charged_to_its_card, two_shares)
{
    union { CUmemAllocationProp properties; struct { char before[8]; CUmemGenericAllocationHandle handle; } answer; } both;
    context_on(0);
    memset(&both, 0, sizeof both);
    both.properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    both.properties.location = (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, 0};
    OK(cuMemCreate(&both.answer.handle, 600 * MIB, &both.properties, 0));
    TRACKED(600 * MIB);
    OK(cuMemRelease(both.answer.handle));
    TRACKED(0);
    CHECK_EQ(view_region("region1").tracked, 0);
    CHECK_EQ(view_region("region").flags | view_region("region1").flags, 0);
}

/* The pitch is written over the address: the block is lost for the program, but not for the card. */
PRELOADED(a_pitch_that_falls_on_the_address_hides_no_block, one_share)
{
    union { CUdeviceptr address; size_t pitch; } both;
    context_on(0);
    for (int i = 0; i < 20; i++)
        cuMemAllocPitch_v2(&both.address, &both.pitch, 1 << 20, 200, 4);
    CHECK(HELD() <= 1000 * MIB);
    TRACKED(HELD());
}
