/* Whole programs together on one card: racing at the cap, and dying by SIGKILL at a store into the region; what they held
 * is free for the next one at once. */
#include <signal.h>
#include <time.h>

#include "cuda_start.h"

/* A life with every kind of store: several paths, a refusal, frees, host memory, a module, the end of a context. */
HELPER(one_life)
{
    CUdeviceptr a, b;
    CUarray array;
    CUmodule module;
    void *host;
    CUDA_ARRAY_DESCRIPTOR_v2 d = {1024, 1024, CU_AD_FORMAT_FLOAT, 1};
    CUcontext context = context_on(0);
    OK(cuMemAlloc_v2(&a, 100 * MIB));
    OK(cuMemAllocAsync(&b, 200 * MIB, NULL));
    OK(cuArrayCreate_v2(&array, &d));
    cuMemAlloc_v2(&a, 2000 * MIB);
    OK(cuMemAllocHost_v2(&host, 4096));
    OK(cuModuleLoadData(&module, "image"));
    OK(cuMemFreeAsync(b, NULL));
    OK(cuStreamSynchronize(NULL));
    OK(cuMemFreeHost(host));
    OK(cuMemFree_v2(a));
    OK(cuCtxDestroy_v2(context));
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void floor_of_100(void)
{
    room_region("region");
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|", 1);
    room_limit("claim-g0", CARD_0, 1000 * MIB, "region", "context=104857600\n");
}

PRELOADED(a_program_killed_at_any_store_loses_nothing, floor_of_100)
{
    int step = getenv("HARNESS_FUZZ") ? 1 : 7, deaths = 0;
    double slowest = 0;
    CUdeviceptr block;
    context_on(0);
    for (int at = 1; at < 1000; at += step) {
        char text[16];
        snprintf(text, sizeof text, "%d", at);
        setenv("ALIQUOT_TEST_KILL_AT", text, 1);
        pid_t pid = spawn_helper("one_life", "", true);
        unsetenv("ALIQUOT_TEST_KILL_AT");
        int status = wait_for(pid);
        double begin = seconds();
        if (!OK(cuMemAlloc_v2(&block, 900 * MIB))) /* all but our own context */
            break;
        slowest = seconds() - begin > slowest ? seconds() - begin : slowest;
        CHECK_EQ(view_region("region").tracked, 900 * MIB);
        CHECK_EQ(view_region("region").hidden, 100 * MIB);
        CHECK_EQ(view_region("region").host, 0);
        CHECK_EQ(aliquot_sim_bytes(0, -1, 0), 1250 * MIB); /* the card's own count of a context is 350 MiB */
        OK(cuMemFree_v2(block));
        if (status != 128 + SIGKILL) {
            CHECK_EQ(status, 0); /* it has lived to its end */
            break;
        }
        deaths++;
    }
    printf("  %d deaths, slowest recovery %.1f ms\n", deaths, slowest * 1e3);
    CHECK(deaths * step > 30);
    CHECK(slowest < 1.0);
    CHECK_EQ(view_region("region").flags, 0);
}

static void contexts_for_nothing(void)
{
    one_share();
    setenv("ALIQUOT_SIM_CTX_BYTES", "0", 1);
}

HELPER(allocates_all_it_can)
{
    CUdeviceptr blocks[32];
    unsigned seed = (unsigned)getpid();
    context_on(0);
    for (int round = 0; round < 30; round++) {
        int held = 0;
        while (held < 32) {
            CUresult result = cuMemAlloc_v2(&blocks[held], (1 + (unsigned)rand_r(&seed) % 40) * 2 * MIB);
            if (result == CUDA_ERROR_OUT_OF_MEMORY)
                break;
            if (!OK(result))
                return;
            held++;
        }
        CHECK(aliquot_sim_bytes(0, -1, 0) <= 1000 * MIB);
        while (held)
            OK(cuMemFree_v2(blocks[--held]));
    }
}

PRELOADED(sixty_four_programs_racing_never_pass_the_cap_on_the_card, contexts_for_nothing)
{
    pid_t pids[64];
    CUdeviceptr block;
    context_on(0);
    for (int i = 0; i < 64; i++)
        pids[i] = spawn_helper("allocates_all_it_can", "", true);
    for (int i = 0; i < 64; i++)
        CHECK_EQ(wait_for(pids[i]), 0);
    CHECK(aliquot_sim_peak_bytes(0) <= 1000 * MIB);
    CHECK(aliquot_sim_peak_bytes(0) > 900 * MIB);
    OK(cuMemAlloc_v2(&block, 1000 * MIB));
    REFUSED(cuMemAlloc_v2(&block, 2 * MIB)); /* sweeps what the dead have left */
    CHECK_EQ(view_region("region").live, 1);
    CHECK_EQ(view_region("region").flags, 0);
}
