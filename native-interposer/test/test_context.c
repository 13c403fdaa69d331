/* Contexts and code: hidden memory. What the program is told follows from one number. */
#include <pthread.h>

#include "cuda_start.h"
#include "raw_driver.h"

static void with_context_cost(void)
{
    one_share();
    room_limit("claim-g0", CARD_0, 1000 * MIB, "region", "context=367001600\n"); /* 350 MiB, as the card takes */
}

PRELOADED(a_context_costs_its_floor_and_gives_it_back, with_context_cost)
{
    CUcontext context = context_on(0);
    CHECK_EQ(view_region("region").hidden, 350 * MIB);
    CHECK_EQ(free_bytes(), 650 * MIB);
    OK(cuCtxDestroy_v2(context));
    CHECK_EQ(view_region("region").hidden, 0);
}

static void room_for_three_contexts(void)
{
    one_share();
    room_limit("claim-g0", CARD_0, 1100 * MIB, "region", "context=367001600\n");
}

PRELOADED(every_context_costs_once, room_for_three_contexts)
{
    CUcontext a = context_on(0), b, primary, again;
    OK(cuCtxCreate_v2(&b, 0, 0));
    CHECK_EQ(view_region("region").hidden, 700 * MIB);
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cuDevicePrimaryCtxRetain(&again, 0));
    CHECK_EQ(view_region("region").hidden, 1050 * MIB);
    OK(cuDevicePrimaryCtxRelease_v2(0));
    CHECK_EQ(view_region("region").hidden, 1050 * MIB);
    OK(cuDevicePrimaryCtxRelease_v2(0));
    CHECK_EQ(view_region("region").hidden, 700 * MIB);
    OK(cuCtxDestroy_v2(b));
    OK(cuCtxDestroy_v2(a));
    CHECK_EQ(view_region("region").hidden, 0);
}

/* The runtime makes its context behind an export table: the interposer sees it at the first call that it hooks. */
PRELOADED(a_context_made_unseen_is_charged_at_the_first_hooked_call, with_context_cost)
{
    CUcontext primary = NULL;
    void *driver_retain = NULL;
    OK(cuInit(0));
    driver_retain = raw_driver_function("cuDevicePrimaryCtxRetain");
    OK(((__typeof__(&cuDevicePrimaryCtxRetain))driver_retain)(&primary, 0));
    OK(cuCtxSetCurrent(primary));
    CHECK_EQ(view_region("region").hidden, 0);
    CHECK_EQ(free_bytes(), 650 * MIB);
    CHECK_EQ(view_region("region").hidden, 350 * MIB);
    OK(cuDevicePrimaryCtxRelease_v2(0));
    CHECK_EQ(view_region("region").hidden, 0);
}

static void limit_below_the_floor(void)
{
    one_share();
    room_limit("claim-g0", CARD_0, 100 * MIB, "region", "context=367001600\n");
}

PRELOADED(with_a_limit_below_the_floor_the_context_succeeds_and_free_is_zero, limit_below_the_floor)
{
    CUdeviceptr a;
    size_t free, total;
    context_on(0);
    OK(cuMemGetInfo_v2(&free, &total));
    CHECK_EQ(free, 0);
    CHECK_EQ(total, 100 * MIB);
    REFUSED(cuMemAlloc_v2(&a, 512));
}

PRELOADED(a_context_takes_its_blocks_with_it, with_context_cost)
{
    CUdeviceptr a;
    CUarray array;
    CUmodule module;
    CUDA_ARRAY_DESCRIPTOR_v2 d = {4096, 1024, CU_AD_FORMAT_FLOAT, 1};
    CUcontext context = context_on(0);
    OK(cuMemAlloc_v2(&a, 100 * MIB));
    OK(cuMemAllocManaged(&a, 50 * MIB, CU_MEM_ATTACH_GLOBAL));
    OK(cuArrayCreate_v2(&array, &d));
    OK(cuModuleLoadData(&module, "image"));
    CHECK_EQ(view_region("region").tracked, 166 * MIB);
    OK(cuCtxDestroy_v2(context));
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region").hidden, 0);
    CHECK_EQ(aliquot_sim_bytes(0, -1, 0), 0);
}

PRELOADED(a_reset_of_the_primary_context_frees_what_was_in_it, with_context_cost)
{
    CUcontext primary;
    CUdeviceptr a;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cuCtxSetCurrent(primary));
    OK(cuMemAlloc_v2(&a, 100 * MIB));
    OK(cuDevicePrimaryCtxReset_v2(0));
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region").hidden, 0);
}

PRELOADED(modules_and_libraries_cost_a_page_each, with_context_cost)
{
    CUmodule module;
    CUlibrary library;
    context_on(0);
    long long before = view_region("region").hidden;
    OK(cuModuleLoadData(&module, "image"));
    CHECK_EQ(view_region("region").hidden, before + 2 * MIB);
    if (cuLibraryLoadData(&library, "image", NULL, NULL, 0, NULL, NULL, 0) == CUDA_SUCCESS)
        OK(cuLibraryUnload(library));
    OK(cuModuleUnload(module));
    CHECK_EQ(view_region("region").hidden, before);
}

PRELOADED(total_and_free_agree_with_the_limit, with_context_cost)
{
    size_t total, free, card;
    CUdeviceptr a;
    context_on(0);
    OK(cuDeviceTotalMem_v2(&card, 0));
    CHECK_EQ(card, 1000 * MIB);
    OK(cuMemGetInfo_v2(&free, &total));
    CHECK_EQ(total, card);
    OK(cuMemAlloc_v2(&a, 200 * MIB));
    size_t before = free;
    OK(cuMemGetInfo_v2(&free, &total));
    CHECK_EQ(free, before - 200 * MIB);
    unsigned int old_free, old_total, old_card;
    OK(cuMemGetInfo(&old_free, &old_total));
    OK(cuDeviceTotalMem(&old_card, 0));
    CHECK_EQ(old_free, free);
    CHECK_EQ(old_total, card);
    CHECK_EQ(old_card, card);
}

static void limit_above_the_card(void)
{
    one_share();
    room_limit("claim-g0", CARD_0, 200 * GIB, "region", "context=0\n");
}

PRELOADED(a_limit_above_the_card_shows_the_card, limit_above_the_card)
{
    size_t total, free;
    context_on(0);
    OK(cuMemGetInfo_v2(&free, &total));
    CHECK_EQ(total, 80 * GIB);
    CHECK(free <= 80 * GIB);
}

PRELOADED(no_context_no_error_of_our_own, with_context_cost)
{
    CUdeviceptr a;
    size_t free, total;
    OK(cuInit(0));
    CHECK_EQ(cuMemAlloc_v2(&a, 4096), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_EQ(cuMemGetInfo_v2(&free, &total), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_EQ(cuDeviceTotalMem_v2(&total, 99), CUDA_ERROR_INVALID_DEVICE);
}

PRELOADED(each_card_has_its_own_limit, two_shares)
{
    CUdeviceptr a, b;
    CUcontext first = context_on(0);
    CUcontext second = context_on(1);
    OK(cuMemAlloc_v2(&b, 1500 * MIB));
    OK(cuCtxSetCurrent(first));
    REFUSED(cuMemAlloc_v2(&a, 1500 * MIB));
    OK(cuMemAlloc_v2(&a, 900 * MIB));
    CHECK_EQ(view_region("region").tracked, 900 * MIB);
    CHECK_EQ(view_region("region1").tracked, 1500 * MIB);
    OK(cuMemFree_v2(b)); /* of the other card, from this one's context */
    CHECK_EQ(view_region("region").tracked, 900 * MIB);
    CHECK_EQ(view_region("region1").tracked, 0);
    (void)second;
}

static void cards_in_another_order(void)
{
    two_shares();
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_1 "|;|80g|" CARD_0 "|", 1);
}

PRELOADED(a_card_is_known_by_its_uuid_not_by_its_number, cards_in_another_order)
{
    size_t total;
    OK(cuInit(0));
    OK(cuDeviceTotalMem_v2(&total, 0));
    CHECK_EQ(total, 2000 * MIB);
    OK(cuDeviceTotalMem_v2(&total, 1));
    CHECK_EQ(total, 1000 * MIB);
}

static void *switch_contexts(void *argument)
{
    CUcontext *contexts = argument;
    CUdeviceptr a;
    for (int i = 0; i < 2000; i++) {
        OK(cuCtxSetCurrent(contexts[i % 2]));
        CUresult result = cuMemAlloc_v2(&a, 1 * MIB);
        CHECK(result == CUDA_SUCCESS || result == CUDA_ERROR_OUT_OF_MEMORY);
        if (result == CUDA_SUCCESS)
            OK(cuMemFree_v2(a));
    }
    return NULL;
}

PRELOADED(threads_that_switch_cards_charge_the_right_one, two_shares)
{
    pthread_t threads[4];
    CUcontext contexts[2] = {context_on(0), context_on(1)};
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, switch_contexts, contexts);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region1").tracked, 0);
    CHECK_EQ(view_region("region").flags | view_region("region1").flags, 0);
}

PRELOADED(a_stream_of_another_card_charges_that_card, two_shares)
{
    CUdeviceptr a;
    CUstream stream;
    CUcontext first = context_on(0);
    context_on(1);
    OK(cuStreamCreate(&stream, 0));
    OK(cuCtxSetCurrent(first));
    CUresult result = cuMemAllocAsync(&a, 64 * MIB, stream);
    if (result != CUDA_SUCCESS)
        skip("the driver does not allocate for a stream of another card");
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region1").tracked, 64 * MIB);
    OK(cuMemFreeAsync(a, stream));
}
