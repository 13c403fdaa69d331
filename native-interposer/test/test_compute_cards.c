/* Compute shares of several cards in one container, and of processes that come and go. */
#include <dlfcn.h>
#include <math.h>
#include <signal.h>

#include "compute_start.h"
#include "nvml_types.h"

static void two_cards(const char *first, const char *second)
{
    char text[128];
    two_shares();
    snprintf(text, sizeof text, "context=0\n%s", first);
    room_limit("claim-g0", CARD_0, 1000 * MIB, "region", text);
    snprintf(text, sizeof text, "context=0\n%s", second);
    room_limit("claim-g1", CARD_1, 2000 * MIB, "region1", text);
    setenv("ALIQUOT_TEST_VIRTUAL_TIME", "1", 1);
}
static void quarter_and_half(void) { two_cards("cores=25\n", "cores=50\n"); }
static void quarter_and_all(void) { two_cards("cores=25\n", ""); }
static void quarter(void) { limited_to("cores=25\n"); }

static CUcontext context[2];
static CUfunction kernels[2];
static CUstream streams[2];

static void start(void)
{
    for (int card = 0; card < 2; card++) {
        CUmodule module;
        context[card] = context_on(card);
        OK(cuModuleLoadData(&module, "image"));
        OK(cuModuleGetFunction(&kernels[card], module, "k_500us"));
        OK(cuStreamCreate(&streams[card], CU_STREAM_NON_BLOCKING));
    }
}

static void launch_on(int card)
{
    OK(cuCtxSetCurrent(context[card]));
    OK(launch(kernels[card], streams[card]));
}

static double used(int card, uint64_t busy, uint64_t from)
{
    double percent = (double)(aliquot_sim_gpu_ns(card, 0) - busy) * 100.0 / (double)(aliquot_sim_now_ns() - from);
    printf("    card %d: %.2f %%\n", card, percent);
    return percent;
}

/* Seconds of launches, `first` on card 0 for each `second` on card 1. */
static void alternate(int first, int second, unsigned seconds)
{
    uint64_t end = aliquot_sim_now_ns() + seconds * SECOND;
    while (aliquot_sim_now_ns() < end) {
        for (int i = 0; i < first; i++)
            launch_on(0);
        for (int i = 0; i < second; i++)
            launch_on(1);
    }
}

/* One thread that waits on one card doesn't launch on the other: twice as many launches where the share is twice. */
PRELOADED(each_card_has_its_own_share_of_time, quarter_and_half)
{
    start();
    alternate(1, 2, 2);
    uint64_t from = aliquot_sim_now_ns(), busy0 = aliquot_sim_gpu_ns(0, 0), busy1 = aliquot_sim_gpu_ns(1, 0);
    alternate(1, 2, 10);
    CHECK(fabs(used(0, busy0, from) - 25) <= 1);
    CHECK(fabs(used(1, busy1, from) - 50) <= 1);
}

PRELOADED(a_card_without_limit_is_not_limited_by_its_neighbour, quarter_and_all)
{
    start();
    alternate(1, 4, 2);
    uint64_t from = aliquot_sim_now_ns(), busy0 = aliquot_sim_gpu_ns(0, 0), busy1 = aliquot_sim_gpu_ns(1, 0);
    alternate(1, 4, 10);
    CHECK(fabs(used(0, busy0, from) - 25) <= 1);
    CHECK(used(1, busy1, from) > 96);
    CHECK_EQ(throttle_now("region1").charged_ns, 0);
}

PRELOADED(a_launch_on_several_cards_is_charged_to_each, quarter_and_half)
{
    CUDA_LAUNCH_PARAMS_v1 list[2];
    start();
    for (int card = 0; card < 2; card++) {
        list[card] = (CUDA_LAUNCH_PARAMS_v1){.function = kernels[card], .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
                                             .blockDimX = 32, .blockDimY = 1, .blockDimZ = 1, .hStream = streams[card]};
        launch_on(card);
        OK(cuCtxSynchronize());
        launch_on(card); /* measured by now */
    }
    uint64_t charged0 = throttle_now("region").charged_ns, charged1 = throttle_now("region1").charged_ns;
    for (int i = 0; i < 100; i++)
        OK(cuLaunchCooperativeKernelMultiDevice(list, 2, 0));
    CHECK(throttle_now("region").charged_ns - charged0 >= 100 * 500000);
    CHECK(throttle_now("region1").charged_ns - charged1 >= 100 * 500000);
}

PRELOADED(nvml_shows_each_card_its_own_share, quarter_and_half)
{
    nvmlReturn_t (*by_uuid)(const char *, nvmlDevice_t *);
    nvmlReturn_t (*rates)(nvmlDevice_t, nvmlUtilization_t *), (*memory)(nvmlDevice_t, nvmlMemory_t *), (*init)(void);
    nvmlDevice_t device[2];
    nvmlUtilization_t busy;
    nvmlMemory_t info;
    void *nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    by_uuid = (__typeof__(by_uuid))dlsym(nvml, "nvmlDeviceGetHandleByUUID");
    rates = (__typeof__(rates))dlsym(nvml, "nvmlDeviceGetUtilizationRates");
    memory = (__typeof__(memory))dlsym(nvml, "nvmlDeviceGetMemoryInfo");
    init = (__typeof__(init))dlsym(nvml, "nvmlInit_v2");
    start();
    CHECK_EQ(init(), 0);
    CHECK_EQ(by_uuid(CARD_0, &device[0]), 0);
    CHECK_EQ(by_uuid(CARD_1, &device[1]), 0);
    alternate(0, 1, 2);
    CHECK_EQ(rates(device[0], &busy), 0);
    CHECK_EQ(busy.gpu, 0);
    CHECK_EQ(rates(device[1], &busy), 0);
    CHECK(busy.gpu >= 45 && busy.gpu <= 55);
    CHECK(memory(device[0], &info) == 0 && info.total == 1000 * MIB);
    CHECK(memory(device[1], &info) == 0 && info.total == 2000 * MIB);
}

/* --- processes --------------------------------------------------------------------------------------------------------------- */

HELPER(works_for_a_second)
{
    CUfunction function;
    context_on(0);
    function = kernel("k_500us");
    uint64_t end = aliquot_sim_now_ns() + SECOND;
    while (aliquot_sim_now_ns() < end)
        OK(launch(function, NULL));
}

PRELOADED(one_program_after_the_other_gets_the_share, quarter)
{
    OK(cuInit(0));
    uint64_t from = aliquot_sim_now_ns(), charged = 0;
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(wait_for(spawn_helper("works_for_a_second", "", true)), 0);
        CHECK(throttle_now("region").charged_ns > charged);
        charged = throttle_now("region").charged_ns;
    }
    double percent = (double)charged * 100.0 / (double)(aliquot_sim_now_ns() - from);
    printf("    charged %.2f %%\n", percent);
    CHECK(percent <= 27);
}

PRELOADED(a_forked_child_launches_on_its_own_account, quarter)
{
    fflush(stdout);
    pid_t child = fork(); /* before cuInit: a child may start the driver itself */
    if (child == 0) {
        context_on(0);
        CUfunction function = kernel("k_500us");
        uint64_t from = aliquot_sim_now_ns(), busy = aliquot_sim_gpu_ns(0, getpid());
        while (aliquot_sim_now_ns() < from + 2 * SECOND)
            OK(launch(function, NULL));
        _exit(aliquot_sim_gpu_ns(0, getpid()) - busy > 560 * MS);
    }
    CHECK_EQ(wait_for(child), 0);
}

PRELOADED(a_program_killed_while_it_waits_blocks_nobody, quarter)
{
    CUfunction function;
    context_on(0);
    function = kernel("k_500us");
    for (int i = 0; i < 20; i++) {
        pid_t pid = spawn_helper("works_for_a_second", "", true);
        kill(pid, SIGKILL);
        wait_for(pid);
    }
    uint64_t begin = aliquot_sim_now_ns();
    OK(launch(function, NULL));
    CHECK(aliquot_sim_now_ns() - begin <= 501 * MS);
}
