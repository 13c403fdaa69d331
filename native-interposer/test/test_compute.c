/* The compute share under the library, on the simulated card, in virtual time. */
#include <math.h>
#include <pthread.h>

#include "compute_start.h"

static void quarter(void) { limited_to("cores=25\n"); }
static void half(void) { limited_to("cores=50\n"); }
static void tenth(void) { limited_to("cores=10\n"); }
static void no_limit(void) { limited_to(""); }

static CUfunction short_kernel, long_kernel, graph_kernel;
static CUstream stream;
static CUgraphExec exec;

static void start(void)
{
    context_on(0);
    short_kernel = kernel("k_200us");
    long_kernel = kernel("k_4ms");
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
}

static bool near(double percent, double wanted)
{
    printf("    %.2f of %.0f %%\n", percent, wanted);
    return fabs(percent - wanted) <= 1.0;
}

static void launch_short(void) { OK(launch(short_kernel, stream)); }
static void launch_long(void) { OK(launch(long_kernel, stream)); }

static void launch_mixed(void)
{
    OK(launch(short_kernel, stream));
    OK(launch(long_kernel, NULL));
}

static void train(void)
{
    for (int i = 0; i < 50; i++)
        OK(launch(short_kernel, stream));
    OK(cuStreamSynchronize(stream));
}

PRELOADED(short_kernels_get_their_share, quarter)
{
    start();
    CHECK(near(share_used_by(launch_short, 2, 10), 25));
}

PRELOADED(long_kernels_get_their_share, tenth)
{
    start();
    CHECK(near(share_used_by(launch_long, 2, 10), 10));
}

PRELOADED(kernels_of_different_length_get_their_share, half)
{
    start();
    CHECK(near(share_used_by(launch_mixed, 2, 10), 50));
}

PRELOADED(a_program_that_waits_for_its_steps_gets_its_share, half)
{
    start();
    CHECK(near(share_used_by(train, 2, 10), 50));
}

/* --- every entry point ------------------------------------------------------------------------------------------------------ */

static int entry;

static void launch_by_entry(void)
{
    CUlaunchConfig config = {.gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 32, .blockDimY = 1,
                             .blockDimZ = 1, .hStream = stream};
    CUDA_LAUNCH_PARAMS_v1 list = {.function = short_kernel, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
                                  .blockDimX = 32, .blockDimY = 1, .blockDimZ = 1, .hStream = stream};
    switch (entry) {
    case 0: OK(cuLaunchKernel(short_kernel, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL)); break;
    case 1: OK(cuLaunchKernel_ptsz(short_kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL)); break;
    case 2: OK(cuLaunchKernelEx(&config, short_kernel, NULL, NULL)); break;
    case 3: config.hStream = NULL; OK(cuLaunchKernelEx_ptsz(&config, short_kernel, NULL, NULL)); break;
    case 4: OK(cuLaunchCooperativeKernel(short_kernel, 1, 1, 1, 32, 1, 1, 0, stream, NULL)); break;
    case 5: OK(cuLaunchCooperativeKernel_ptsz(short_kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL)); break;
    case 6: OK(cuLaunch(short_kernel)); break;
    case 7: OK(cuLaunchGrid(short_kernel, 4, 4)); break;
    case 8: OK(cuLaunchGridAsync(short_kernel, 4, 4, stream)); break;
    case 9: OK(cuGraphLaunch(exec, stream)); break;
    case 10: OK(cuGraphLaunch_ptsz(exec, stream)); break;
    default: OK(cuLaunchCooperativeKernelMultiDevice(&list, 1, 0)); break;
    }
}

static void make_graph(int kernels)
{
    CUgraph graph;
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    for (int i = 0; i < kernels; i++)
        OK(launch(graph_kernel ? graph_kernel : short_kernel, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
}

PRELOADED(every_way_to_launch_is_limited, quarter)
{
    start();
    make_graph(3);
    OK(cuFuncSetBlockShape(short_kernel, 32, 1, 1));
    launch_short(); /* what a launch on several cards costs is learned from others */
    for (entry = 0; entry < 12; entry++)
        CHECK(near(share_used_by(launch_by_entry, 1, 3), 25));
}

PRELOADED(launches_without_a_limit_are_passed, no_limit)
{
    start();
    for (int i = 0; i < 1000; i++)
        launch_short();
    CHECK_EQ(aliquot_sim_calls("cuEventRecord"), 0);
    CHECK_EQ(throttle_now("region").charged_ns, 0);
    CHECK(share_used_by(launch_short, 1, 2) > 99);
}

PRELOADED(under_the_share_no_launch_waits, half)
{
    start();
    for (int i = 0; i < 3000; i++) {
        launch_short();
        aliquot_sim_advance_ns(MS);
    }
    CHECK_EQ(throttle_now("region").waits, 0);
}

PRELOADED(a_kernel_that_takes_four_times_as_long_is_noticed, quarter)
{
    start();
    aliquot_sim_kernel_ns("changing", 200000);
    CUfunction before = kernel("changing");
    short_kernel = before;
    CHECK(near(share_used_by(launch_short, 1, 5), 25));
    uint64_t busy = aliquot_sim_gpu_ns(0, 0), from = aliquot_sim_now_ns();
    aliquot_sim_kernel_ns("changing", 800000);
    short_kernel = kernel("changing");
    if (short_kernel != before)
        printf("    the simulator made a new function\n");
    while (aliquot_sim_now_ns() < from + 10 * SECOND)
        launch_short();
    CHECK(near((double)(aliquot_sim_gpu_ns(0, 0) - busy) / 1e8, 25));
}

/* --- graphs ----------------------------------------------------------------------------------------------------------------- */

static void launch_graph(void) { OK(cuGraphLaunch(exec, stream)); }

PRELOADED(graphs_get_their_share, half)
{
    start();
    make_graph(20);
    CHECK(near(share_used_by(launch_graph, 1, 5), 50));
}

PRELOADED(an_updated_graph_costs_what_it_costs_now, quarter)
{
    CUgraph graph;
    CUgraphExecUpdateResultInfo why;
    start();
    make_graph(5);
    CHECK(near(share_used_by(launch_graph, 1, 5), 25));
    OK(launch(long_kernel, stream));
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    for (int i = 0; i < 5; i++)
        OK(launch(long_kernel, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphExecUpdate_v2(exec, graph, &why));
    CHECK(near(share_used_by(launch_graph, 0, 10), 25));
}

PRELOADED(a_capture_is_never_disturbed, tenth)
{
    CUgraph graph;
    CUstreamCaptureStatus status;
    start();
    for (int i = 0; i < 20; i++)
        launch_long(); /* far above the share, with measurements under way */
    uint64_t events = aliquot_sim_calls("cuEventRecord"), queries = aliquot_sim_calls("cuEventQuery");
    uint64_t created = aliquot_sim_calls("cuEventCreate"), waits = throttle_now("region").waits, now = aliquot_sim_now_ns();
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    for (int i = 0; i < 500; i++)
        launch_long();
    OK(launch(kernel("never_seen"), stream));
    OK(cuStreamIsCapturing(stream, &status));
    CHECK_EQ(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    OK(cuStreamEndCapture(stream, &graph));
    CHECK_EQ(aliquot_sim_now_ns(), now);
    CHECK_EQ(throttle_now("region").waits, waits);
    CHECK_EQ(aliquot_sim_calls("cuEventRecord"), events);
    CHECK_EQ(aliquot_sim_calls("cuEventQuery"), queries);
    CHECK_EQ(aliquot_sim_calls("cuEventCreate"), created);
    size_t nodes = 0;
    OK(cuGraphGetNodes(graph, NULL, &nodes));
    CHECK_EQ(nodes, 501);
}

static void *launch_beside(void *other)
{
    OK(cuCtxSetCurrent(other));
    for (int i = 0; i < 200; i++)
        OK(launch(short_kernel, stream));
    return NULL;
}

PRELOADED(launches_beside_a_capture_are_limited_and_leave_it_alone, quarter)
{
    CUgraph graph;
    CUstream other;
    CUcontext context;
    pthread_t thread;
    start();
    OK(cuCtxGetCurrent(&context));
    train(); /* the kernel is known */
    launch_short();
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuStreamBeginCapture_v2(other, CU_STREAM_CAPTURE_MODE_GLOBAL));
    uint64_t charged = throttle_now("region").charged_ns;
    pthread_create(&thread, NULL, launch_beside, context);
    pthread_join(thread, NULL);
    OK(cuStreamEndCapture(other, &graph));
    CHECK(throttle_now("region").charged_ns - charged >= 30 * MS);
}

/* A capture that never ends must not end learning. */
PRELOADED(who_captures_for_ever_is_limited_all_the_same, quarter)
{
    CUstream other;
    start();
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuStreamBeginCapture_v2(other, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK(near(share_used_by(launch_long, 1, 5), 25));
    CHECK(near(share_used_by(launch_short, 1, 5), 25));
}
