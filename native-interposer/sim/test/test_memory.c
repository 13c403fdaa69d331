/* Linear, pitched, managed, host memory and arrays. */
#include "check.h"

TEST(a_context_takes_memory_and_gives_it_back)
{
    CUcontext context;
    check_start(1);
    uint64_t before = check_free();
    OK(cuCtxCreate_v2(&context, 0, 1));
    EQUAL(before - check_free(), 350 * MIB);
    OK(cuCtxDestroy_v2(context));
    CHECK(cuMemGetInfo_v2(&(size_t){0}, &(size_t){0}) == CUDA_SUCCESS);
    EQUAL(check_free(), before);
}

TEST(memory_is_taken_in_pages_of_2_MiB)
{
    CUdeviceptr p;
    check_start(0);
    uint64_t before = check_free();
    OK(cuMemAlloc_v2(&p, 3 * MIB));
    EQUAL(before - check_free(), 4 * MIB);
    OK(cuMemFree_v2(p));
    EQUAL(check_free(), before);
}

TEST(small_allocations_share_a_page)
{
    CUdeviceptr p[8];
    check_start(0);
    uint64_t before = check_free();
    for (int i = 0; i < 8; i++)
        OK(cuMemAlloc_v2(&p[i], 1000));
    EQUAL(before - check_free(), 2 * MIB);
    for (int i = 0; i < 8; i++)
        OK(cuMemFree_v2(p[i]));
    EQUAL(check_free(), before);
}

TEST(the_whole_card_can_be_had_but_no_byte_more)
{
    CUdeviceptr p;
    check_start(0);
    uint64_t all = check_free() / (2 * MIB) * (2 * MIB); /* the last page is incomplete */
    EQUAL(cuMemAlloc_v2(&p, all + 1), CUDA_ERROR_OUT_OF_MEMORY);
    OK(cuMemAlloc_v2(&p, all));
    EQUAL(check_free(), MIB);
    EQUAL(cuMemAlloc_v2(&p, 1), CUDA_ERROR_OUT_OF_MEMORY);
    EQUAL(cuMemAlloc_v2(&p, SIZE_MAX), CUDA_ERROR_OUT_OF_MEMORY);
}

TEST(a_double_free_is_refused_and_counted)
{
    CUdeviceptr p;
    check_start(0);
    OK(cuMemAlloc_v2(&p, MIB));
    OK(cuMemFree_v2(p));
    EQUAL(cuMemFree_v2(p), CUDA_ERROR_INVALID_VALUE);
    EQUAL(aliquot_sim_double_frees(), 1);
    OK(cuMemFree_v2(0));
}

TEST(pitched_rows_are_padded_and_the_range_is_known)
{
    CUdeviceptr p, base;
    size_t pitch, size;
    check_start(0);
    OK(cuMemAllocPitch_v2(&p, &pitch, 1001, 4000, 4));
    EQUAL(pitch, 1024);
    OK(cuMemGetAddressRange_v2(&base, &size, p + 12345));
    EQUAL(base, p);
    EQUAL(size, 1024 * 4000);
    EQUAL(cuMemAllocPitch_v2(&p, &pitch, 1001, 4000, 5), CUDA_ERROR_INVALID_VALUE);
}

TEST(copies_move_real_bytes_and_stay_inside_allocations)
{
    CUdeviceptr p;
    char in[4096], out[4096] = {0};
    memset(in, 'x', sizeof in);
    check_start(0);
    OK(cuMemAlloc_v2(&p, 4096));
    OK(cuMemcpyHtoD_v2(p, in, 4096));
    OK(cuMemsetD8_v2(p + 100, 'y', 10));
    OK(cuMemcpyDtoH_v2(out, p, 4096));
    EQUAL(out[99], 'x');
    EQUAL(out[105], 'y');
    EQUAL(cuMemcpyHtoD_v2(p + 1, in, 4096), CUDA_ERROR_INVALID_VALUE);
}

TEST(managed_memory_counts_in_full)
{
    CUdeviceptr p;
    check_start(0);
    uint64_t before = check_free();
    OK(cuMemAllocManaged(&p, 100 * MIB, CU_MEM_ATTACH_GLOBAL));
    EQUAL(before - check_free(), 100 * MIB);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_MANAGED, 0), 100 * MIB);
    memset((void *)(uintptr_t)p, 1, 4096);
    OK(cuMemFree_v2(p));
    EQUAL(check_free(), before);
}

TEST(host_memory_takes_nothing_of_the_card)
{
    void *host;
    check_start(0);
    uint64_t before = check_free();
    OK(cuMemHostAlloc(&host, 10 * MIB, 0));
    EQUAL(check_free(), before);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_HOST, 0), 10 * MIB);
    OK(cuMemFreeHost(host));
    EQUAL(cuMemFreeHost(host), CUDA_ERROR_INVALID_VALUE);
}

TEST(an_array_takes_what_its_requirements_say)
{
    CUarray array;
    CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 needs;
    const CUDA_ARRAY_DESCRIPTOR_v2 d = {5000, 5000, CU_AD_FORMAT_FLOAT, 4};
    check_start(0);
    uint64_t before = check_free();
    OK(cuArrayCreate_v2(&array, &d));
    OK(cuArrayGetMemoryRequirements(&needs, array, 0));
    CHECK(needs.size >= 5000ull * 5000 * 16);
    EQUAL(before - check_free(), (needs.size + 2 * MIB - 1) / (2 * MIB) * (2 * MIB));
    OK(cuArrayDestroy(array));
    EQUAL(check_free(), before);
}

TEST(a_mipmap_is_charged_once_for_all_levels)
{
    CUmipmappedArray mipmap;
    CUarray level;
    const CUDA_ARRAY3D_DESCRIPTOR_v2 d = {4096, 4096, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    check_start(0);
    uint64_t before = check_free();
    OK(cuMipmappedArrayCreate(&mipmap, &d, 5));
    uint64_t taken = before - check_free();
    CHECK(taken > 64 * MIB && taken < 92 * MIB);
    OK(cuMipmappedArrayGetLevel(&level, mipmap, 1));
    EQUAL(before - check_free(), taken);
    EQUAL(cuArrayDestroy(level), CUDA_ERROR_INVALID_HANDLE);
    OK(cuMipmappedArrayDestroy(mipmap));
    EQUAL(check_free(), before);
}

TEST(a_destroyed_context_takes_its_memory_with_it)
{
    CUcontext context;
    CUdeviceptr p;
    check_start(0);
    uint64_t before = check_free();
    OK(cuCtxCreate_v2(&context, 0, 0));
    OK(cuMemAlloc_v2(&p, 64 * MIB));
    OK(cuMemAlloc_v2(&p, 100));
    check_kernel("k");
    OK(cuCtxDestroy_v2(context));
    EQUAL(check_free(), before);
    EQUAL(cuCtxDestroy_v2(context), CUDA_ERROR_INVALID_CONTEXT);
}

TEST(modules_take_memory)
{
    CUmodule module;
    check_start(0);
    uint64_t before = check_free();
    OK(cuModuleLoadData(&module, "image"));
    EQUAL(before - check_free(), 2 * MIB);
    OK(cuModuleUnload(module));
    EQUAL(check_free(), before);
}

TEST(nothing_works_without_a_context)
{
    CUdeviceptr p;
    EQUAL(cuMemAlloc_v2(&p, 1), CUDA_ERROR_NOT_INITIALIZED);
    OK(cuInit(0));
    EQUAL(cuMemAlloc_v2(&p, 1), CUDA_ERROR_INVALID_CONTEXT);
}

TEST(a_card_that_is_too_small_for_a_context_refuses_it)
{
    CUcontext context;
    EQUAL(aliquot_sim_set_cards("Tiny|300m"), 0);
    OK(cuInit(0));
    EQUAL(cuDevicePrimaryCtxRetain(&context, 0), CUDA_ERROR_OUT_OF_MEMORY);
    EQUAL(aliquot_sim_bytes(0, -1, 0), 0);
}
