/* What a program would try that wants more of the card's time than its share. In virtual time. */
#include "compute_start.h"

static void tenth(void) { limited_to("cores=10\n"); }

static CUfunction long_kernel;
static CUstream stream;

static void start(void)
{
    context_on(0);
    long_kernel = kernel("k_4ms");
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
}

static bool near(double percent, double wanted)
{
    printf("    %.2f of %.0f %%\n", percent, wanted);
    return percent <= wanted + 1.0;
}

static void launch_and_destroy_nothing(void)
{
    OK(launch(long_kernel, stream));
    CHECK(cuCtxDestroy_v2(NULL) != CUDA_SUCCESS);
}

PRELOADED(a_context_that_is_not_destroyed_hides_no_launch, tenth)
{
    start();
    CHECK(near(share_used_by(launch_and_destroy_nothing, 2, 10), 10));
}

static void launch_and_release_green(void)
{
    OK(launch(long_kernel, stream));
    CHECK(cuGreenCtxDestroy(NULL) != CUDA_SUCCESS);
}

PRELOADED(a_green_context_that_is_not_destroyed_hides_no_launch, tenth)
{
    start();
    CHECK(near(share_used_by(launch_and_release_green, 2, 10), 10));
}

static void launch_and_destroy_another(void)
{
    CUcontext other, popped;
    OK(launch(long_kernel, stream));
    OK(cuCtxCreate_v2(&other, 0, 0));
    OK(cuCtxPopCurrent_v2(&popped));
    OK(cuCtxDestroy_v2(other));
}

PRELOADED(a_context_that_ends_hides_no_launch_of_another, tenth)
{
    start();
    CHECK(near(share_used_by(launch_and_destroy_another, 2, 10), 10));
}

static void launch_and_cycle_primary(void)
{
    CUcontext primary;
    OK(launch(long_kernel, stream));
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cuDevicePrimaryCtxRelease_v2(0));
}

PRELOADED(a_primary_context_that_is_released_hides_no_launch_of_another, tenth)
{
    start();
    CHECK(near(share_used_by(launch_and_cycle_primary, 2, 10), 10));
}

static unsigned shape;
static void launch_another_shape(void)
{
    OK(cuLaunchKernel(long_kernel, 1 + shape++, 1, 1, 32, 1, 1, 0, stream, NULL, NULL));
}

PRELOADED(launches_that_all_have_another_shape_get_their_share, tenth)
{
    start();
    CHECK(near(share_used_by(launch_another_shape, 2, 10), 10));
}

static CUgraphExec exec;
static void launch_without_context(void)
{
    OK(cuGraphLaunch(exec, stream));
}

PRELOADED(a_graph_launched_without_a_context_gets_its_share, tenth)
{
    CUgraph graph;
    CUcontext popped;
    start();
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(launch(long_kernel, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuCtxPopCurrent_v2(&popped));
    CHECK(near(share_used_by(launch_without_context, 2, 10), 10));
}

static void launch_kernel_without_context(void)
{
    OK(launch(long_kernel, stream));
}

PRELOADED(a_kernel_launched_without_a_context_gets_its_share, tenth)
{
    CUcontext popped;
    start();
    OK(cuCtxPopCurrent_v2(&popped));
    if (launch(long_kernel, stream) != CUDA_SUCCESS)
        skip("the driver wants a context");
    CHECK(near(share_used_by(launch_kernel_without_context, 2, 10), 10));
}

static void both(void)
{
    limited_to("cores=10\n");
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|;|80g|" CARD_1 "|", 1);
    room_region("region1");
    room_limit("claim-g1", CARD_1, 1000 * MIB, "region1", "context=0\n");
}

static CUcontext second;

PRELOADED(a_launch_into_a_stream_of_another_card_is_charged_there, both)
{
    CUgraph graph;
    start();
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(launch(long_kernel, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuCtxCreate_v2(&second, 0, 1));
    CHECK(near(share_used_by(launch_without_context, 2, 10), 10));
}

PRELOADED(a_kernel_into_a_stream_of_another_card_is_charged_there, both)
{
    start();
    OK(cuCtxCreate_v2(&second, 0, 1));
    CHECK(near(share_used_by(launch_kernel_without_context, 2, 10), 10));
}

/* Programs that launch once, wait for it, and end before anyone has to wait for them. */
HELPER(one_launch_and_a_wait)
{
    start();
    OK(launch(kernel("k_40ms"), stream));
    OK(cuStreamSynchronize(stream));
}

HELPER(one_launch_and_a_copy)
{
    CUdeviceptr a;
    char byte;
    start();
    OK(cuMemAlloc_v2(&a, 1));
    OK(launch(kernel("k_40ms"), NULL));
    OK(cuMemcpyDtoH_v2(&byte, a, 1));
    _exit(0);
}

/* What the card has done for a process that has ended is not asked for: it is counted here. */
static double used_by_programs(const char *program)
{
    unsigned runs = 0;
    OK(cuInit(0));
    uint64_t from = aliquot_sim_now_ns();
    while (aliquot_sim_now_ns() < from + 5 * SECOND && runs < 200) {
        CHECK_EQ(wait_for(spawn_helper(program, "", true)), 0);
        runs++;
    }
    return runs * 40 * 100e6 / (double)(aliquot_sim_now_ns() - from);
}

PRELOADED(programs_that_launch_once_and_end_get_their_share_together, tenth)
{
    CHECK(near(used_by_programs("one_launch_and_a_wait"), 10));
}

PRELOADED(programs_that_launch_once_and_end_with_a_copy_get_their_share_together, tenth)
{
    CHECK(near(used_by_programs("one_launch_and_a_copy"), 10));
}

static void launch_in_a_context_of_its_own(void)
{
    CUmodule module;
    CUfunction function;
    CUcontext own;
    OK(cuCtxCreate_v2(&own, 0, 0));
    OK(cuModuleLoadData(&module, "image"));
    OK(cuModuleGetFunction(&function, module, "k_40ms"));
    OK(launch(function, NULL));
    OK(cuCtxSynchronize());
    OK(cuCtxDestroy_v2(own));
}

PRELOADED(a_launch_whose_context_ends_with_it_counts, tenth)
{
    OK(cuInit(0));
    CHECK(near(share_used_by(launch_in_a_context_of_its_own, 2, 20), 10));
}

static void launch_for_several_cards(void)
{
    CUDA_LAUNCH_PARAMS_v1 list = {.function = long_kernel, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
                                  .blockDimX = 32, .blockDimY = 1, .blockDimZ = 1, .hStream = stream};
    OK(cuLaunchCooperativeKernelMultiDevice(&list, 1, 0));
}
PRELOADED(a_kernel_that_is_only_launched_on_several_cards_gets_its_share, tenth)
{
    start();
    CHECK(near(share_used_by(launch_for_several_cards, 2, 10), 10));
}

static void both_limited(void)
{
    both();
    room_limit("claim-g1", CARD_1, 1000 * MIB, "region1", "context=0\ncores=50\n");
}

/* More long launches on another card than can be measured at once. */
PRELOADED(measurements_that_are_all_taken_leave_no_launch_unmeasured, both_limited)
{
    CUcontext first, other;
    CUmodule module;
    CUfunction endless;
    start();
    OK(cuCtxGetCurrent(&first));
    OK(cuCtxCreate_v2(&other, 0, 1));
    OK(cuModuleLoadData(&module, "image"));
    OK(cuModuleGetFunction(&endless, module, "k_4000ms"));
    for (unsigned i = 0; i < 80; i++)
        OK(cuLaunchKernel(endless, 1 + i, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    OK(cuCtxSetCurrent(first));
    CHECK(near(share_used_by(launch_kernel_without_context, 2, 10), 10));
}
