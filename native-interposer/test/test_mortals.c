/* Programs that do anything, several at a time, and are killed at any moment: the card never holds more for them all,
 * contexts included, than the share. */
#include <signal.h>
#include <sys/wait.h>

#include "cuda_start.h"

#define SHARE (4000 * MIB)

static void contexts_count(void)
{
    room_region("region");
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|", 1);
    room_limit("claim-g0", CARD_0, SHARE, "region", "context=367001600\n"); /* as the card takes */
}

enum { HOLDS = 24 };
struct hold { int kind; CUdeviceptr address; uint64_t handle; };

static unsigned seed;

static unsigned pick(unsigned n)
{
    return (unsigned)rand_r(&seed) % n;
}

static CUresult take(struct hold *h)
{
    CUDA_ARRAY_DESCRIPTOR_v2 shape = {4096, 1024 * (1 + pick(8)), CU_AD_FORMAT_FLOAT, 1};
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    size_t bytes = (1 + pick(100)) * 2 * MIB;
    switch (h->kind) {
    case 1: return cuMemAlloc_v2(&h->address, bytes);
    case 2: return cuMemAlloc_v2(&h->address, 1 + pick(1 << 20));
    case 3: return cuMemAllocManaged(&h->address, bytes, CU_MEM_ATTACH_GLOBAL);
    case 4: return cuArrayCreate_v2((CUarray *)&h->handle, &shape);
    case 5: return cuMemCreate((CUmemGenericAllocationHandle *)&h->handle, bytes, &prop, 0);
    default: {
        CUcontext current;
        CUresult result = cuCtxCreate_v2((CUcontext *)&h->handle, 0, 0);
        return result == CUDA_SUCCESS ? cuCtxPopCurrent_v2(&current) : result;
    }
    }
}

static CUresult give(struct hold *h)
{
    switch (h->kind) {
    case 1: return pick(2) ? cuMemFree_v2(h->address) : cuMemFreeAsync(h->address, NULL);
    case 2: case 3: return cuMemFree_v2(h->address);
    case 4: return cuArrayDestroy((CUarray)h->handle);
    case 5: return cuMemRelease(h->handle);
    default: return cuCtxDestroy_v2((CUcontext)h->handle);
    }
}

HELPER(does_anything)
{
    struct hold holds[HOLDS] = {0};
    CUcontext own;
    seed = (unsigned)atoi(helper_argument());
    OK(cuInit(0));
    CUresult result = cuCtxCreate_v2(&own, 0, 0);
    if (result != CUDA_SUCCESS)
        REFUSED(result);
    for (int i = 0; i < 1500 && result == CUDA_SUCCESS; i++) {
        struct hold *h = &holds[pick(HOLDS)];
        if (h->kind) {
            OK(give(h));
            h->kind = 0;
            continue;
        }
        h->kind = 1 + (int)pick(6);
        CUresult taken = take(h);
        if (taken != CUDA_SUCCESS) {
            REFUSED(taken);
            h->kind = 0;
        }
    }
}

PRELOADED(programs_that_do_anything_and_die_at_any_time_never_pass_the_cap, contexts_count)
{
    enum { TOGETHER = 6 };
    pid_t pids[TOGETHER] = {0};
    CUdeviceptr rest;
    int killed = 0, lives = getenv("HARNESS_FUZZ") ? 1000 : 40;
    seed = 5;
    for (int life = 0; life < lives; life++) {
        char argument[16];
        pid_t *pid = &pids[life % TOGETHER];
        if (*pid && pick(2)) {
            kill(*pid, SIGKILL);
            killed++;
        }
        if (*pid) {
            int status = wait_for(*pid);
            CHECK(status == 0 || status == 128 + SIGKILL);
        }
        snprintf(argument, sizeof argument, "%d", life);
        *pid = spawn_helper("does_anything", argument, true);
    }
    for (int i = 0; i < TOGETHER; i++)
        CHECK_EQ(wait_for(pids[i]), 0);
    printf("  %d lives, %d killed, at most %llu of %llu MiB\n", lives, killed,
           (unsigned long long)(aliquot_sim_peak_bytes(0) / MIB), SHARE / MIB);
    CHECK(aliquot_sim_peak_bytes(0) <= SHARE);
    CHECK(aliquot_sim_peak_bytes(0) > SHARE / 2);
    context_on(0);
    OK(cuMemAlloc_v2(&rest, SHARE - 350 * MIB)); /* nothing is left of them */
    CHECK_EQ(view_region("region").flags, 0);
}
