/* Streams, events, the timeline, captures and graphs, on the virtual clock. */
#include <math.h>

#include "check.h"

static CUstream start(void)
{
    CUstream stream;
    EQUAL(aliquot_sim_set("clock", "virtual"), 0);
    check_start(0);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    return stream;
}

TEST(kernels_take_the_time_of_their_name_or_setting)
{
    float ms;
    CUevent from, to;
    CUstream stream = start();
    EQUAL(aliquot_sim_kernel_ns("slow", 7000000), 0);
    CUfunction named = check_kernel("gemm_250us"), set = check_kernel("slow");
    OK(cuEventCreate(&from, 0));
    OK(cuEventCreate(&to, 0));
    OK(cuEventRecord(from, stream));
    for (int i = 0; i < 4; i++)
        check_launch(named, stream);
    check_launch(set, stream);
    OK(cuEventRecord(to, stream));
    EQUAL(cuEventQuery(to), CUDA_ERROR_NOT_READY);
    EQUAL(cuEventElapsedTime(&ms, from, to), CUDA_ERROR_NOT_READY);
    OK(cuEventSynchronize(to));
    OK(cuEventElapsedTime(&ms, from, to));
    CHECK(fabs(ms - 8.0) < 1e-3);
    EQUAL(aliquot_sim_gpu_ns(0, 0), 8000000);
    EQUAL(aliquot_sim_kernels(), 5);
}

TEST(a_full_queue_makes_launches_wait)
{
    CUstream stream = start();
    CUfunction kernel = check_kernel("k_1ms");
    EQUAL(aliquot_sim_set("queue_depth", "10"), 0);
    uint64_t before = aliquot_sim_now_ns();
    for (int i = 0; i < 10; i++)
        check_launch(kernel, stream);
    EQUAL(aliquot_sim_now_ns(), before);
    for (int i = 0; i < 5; i++)
        check_launch(kernel, stream);
    EQUAL(aliquot_sim_now_ns() - before, 5000000);
}

TEST(a_kernel_never_starts_before_it_is_launched)
{
    float ms;
    CUevent first, second;
    CUstream stream = start();
    CUfunction kernel = check_kernel("k_1ms");
    OK(cuEventCreate(&first, 0));
    OK(cuEventCreate(&second, 0));
    check_launch(kernel, stream);
    OK(cuEventRecord(first, stream));
    aliquot_sim_advance_ns(10000000);
    check_launch(kernel, stream);
    OK(cuEventRecord(second, stream));
    EQUAL(cuEventQuery(second), CUDA_ERROR_NOT_READY);
    OK(cuEventSynchronize(second));
    OK(cuEventElapsedTime(&ms, first, second));
    CHECK(fabs(ms - 10.0) < 1e-3);
}

TEST(all_ways_to_launch_take_time)
{
    CUstream stream = start();
    CUfunction kernel = check_kernel("k_1ms");
    CUlaunchConfig config = {1, 1, 1, 32, 1, 1, 0, stream, NULL, 0};
    CUDA_LAUNCH_PARAMS_v1 params = {kernel, 1, 1, 1, 32, 1, 1, 0, stream, NULL};
    OK(cuLaunchKernel_ptsz(kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    OK(cuLaunchKernelEx(&config, kernel, NULL, NULL));
    OK(cuLaunchKernelEx_ptsz(&config, kernel, NULL, NULL));
    OK(cuLaunchCooperativeKernel(kernel, 1, 1, 1, 32, 1, 1, 0, stream, NULL));
    OK(cuLaunchCooperativeKernelMultiDevice(&params, 1, 0));
    EQUAL(cuLaunch(kernel), CUDA_ERROR_INVALID_VALUE);
    OK(cuFuncSetBlockShape(kernel, 32, 1, 1));
    OK(cuLaunch(kernel));
    OK(cuLaunchGrid(kernel, 2, 2));
    OK(cuLaunchGridAsync(kernel, 2, 2, stream));
    OK(cuCtxSynchronize());
    EQUAL(aliquot_sim_gpu_ns(0, 0), 8000000);
    EQUAL(cuLaunchKernel(kernel, 0, 1, 1, 32, 1, 1, 0, stream, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    EQUAL(cuLaunchKernel(NULL, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL), CUDA_ERROR_INVALID_HANDLE);
}

TEST(a_capture_makes_a_graph_that_costs_what_its_kernels_cost)
{
    CUgraph graph;
    CUgraphExec exec;
    size_t count = 0;
    CUstream stream = start();
    CUfunction kernel = check_kernel("k_1ms");
    CUstreamCaptureStatus status;
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    check_launch(kernel, stream);
    check_launch(kernel, stream);
    OK(cuStreamIsCapturing(stream, &status));
    EQUAL(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphGetNodes(graph, NULL, &count));
    EQUAL(count, 2);
    EQUAL(aliquot_sim_kernels(), 0);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    EQUAL(aliquot_sim_gpu_ns(0, 0), 4000000);
    EQUAL(aliquot_sim_kernels(), 4);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

TEST(unsafe_calls_break_a_capture)
{
    CUdeviceptr p;
    CUgraph graph;
    CUevent event;
    CUstream stream = start();
    CUstreamCaptureMode relaxed = CU_STREAM_CAPTURE_MODE_RELAXED;
    OK(cuEventCreate(&event, 0));
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    EQUAL(cuMemAlloc_v2(&p, MIB), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EQUAL(cuStreamEndCapture(stream, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    EQUAL(cuEventQuery(event), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EQUAL(cuStreamEndCapture(stream, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    EQUAL(cuStreamSynchronize(stream), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EQUAL(cuStreamEndCapture(stream, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    OK(cuThreadExchangeStreamCaptureMode(&relaxed));
    EQUAL(relaxed, CU_STREAM_CAPTURE_MODE_GLOBAL);
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuMemAlloc_v2(&p, MIB));
    OK(cuEventQuery(event));
    OK(cuStreamEndCapture(stream, &graph));
}

TEST(a_capture_spreads_over_streams_and_must_be_joined)
{
    CUgraph graph;
    CUevent fork_event, join;
    CUstream second, stream = start();
    CUfunction kernel = check_kernel("k_1ms");
    OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&fork_event, 0));
    OK(cuEventCreate(&join, 0));
    for (int joined = 0; joined < 2; joined++) {
        OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
        OK(cuEventRecord(fork_event, stream));
        OK(cuStreamWaitEvent(second, fork_event, 0));
        check_launch(kernel, second);
        EQUAL(cuEventSynchronize(fork_event) != CUDA_SUCCESS, 1);
        EQUAL(cuStreamEndCapture(stream, &graph) != CUDA_SUCCESS, 1);
        OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
        OK(cuEventRecord(fork_event, stream));
        OK(cuStreamWaitEvent(second, fork_event, 0));
        check_launch(kernel, second);
        OK(cuEventRecord(join, second));
        if (joined)
            OK(cuStreamWaitEvent(stream, join, 0));
        EQUAL(cuStreamEndCapture(stream, &graph), joined ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    }
}

TEST(graph_memory_is_taken_at_launch_and_given_back_by_a_trim)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode alloc, release;
    cuuint64_t reserved;
    CUstream stream = start();
    uint64_t before = check_free();
    CUDA_MEM_ALLOC_NODE_PARAMS params = {.poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                                       .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}},
                                         .bytesize = 10 * MIB};
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddMemAllocNode(&alloc, graph, NULL, 0, &params));
    CHECK(params.dptr);
    OK(cuGraphAddMemFreeNode(&release, graph, &alloc, 1, params.dptr));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    EQUAL(check_free(), before);
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphLaunch(exec, stream));
    EQUAL(before - check_free(), 10 * MIB);
    OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &reserved));
    EQUAL(reserved, 10 * MIB);
    OK(cuDeviceGraphMemTrim(0));
    EQUAL(check_free(), before);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

TEST(memory_that_a_graph_leaves_behind_is_freed_by_hand)
{
    CUdeviceptr p;
    CUgraph graph;
    CUgraphExec exec;
    CUstream stream = start();
    uint64_t before = check_free();
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(cuMemAllocAsync(&p, 10 * MIB, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    EQUAL(cuGraphLaunch(exec, stream), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemsetD8_v2(p, 1, 10 * MIB));
    OK(cuMemFreeAsync(p, stream));
    OK(cuDeviceGraphMemTrim(0));
    EQUAL(check_free(), before);
}

TEST(updating_a_graph_changes_what_it_costs)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode node;
    CUgraphExecUpdateResultInfo info;
    CUstream stream = start();
    CUDA_KERNEL_NODE_PARAMS_v2 params = {check_kernel("k_1ms"), 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL, NULL};
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &params));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    params.func = check_kernel("k_4ms");
    OK(cuGraphKernelNodeSetParams_v2(node, &params));
    OK(cuGraphExecUpdate_v2(exec, graph, &info));
    OK(cuGraphLaunch(exec, stream));
    OK(cuCtxSynchronize());
    EQUAL(aliquot_sim_gpu_ns(0, 0), 4000000);
    OK(cuGraphNodeSetEnabled(exec, node, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuCtxSynchronize());
    EQUAL(aliquot_sim_gpu_ns(0, 0), 4000000);
    OK(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    EQUAL(cuGraphExecUpdate_v2(exec, graph, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    EQUAL(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
}

TEST(a_reset_ends_everything)
{
    CUdeviceptr p;
    CUgraph graph, child;
    CUgraphNode node;
    CUmemGenericAllocationHandle handle;
    const CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUstream stream = start();
    OK(cuMemAlloc_v2(&p, MIB));
    OK(cuMemAllocAsync(&p, MIB, stream));
    OK(cuMemCreate(&handle, 2 * MIB, &prop, 0));
    OK(cuMemAddressReserve(&p, 2 * MIB, 0, 0, 0));
    OK(cuMemMap(p, 2 * MIB, 0, handle, 0));
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphCreate(&child, 0));
    OK(cuGraphAddChildGraphNode(&node, graph, NULL, 0, child));
    aliquot_sim_reset();
    EQUAL(aliquot_sim_live(NULL), 0);
    EQUAL(aliquot_sim_bytes(0, -1, 0), 0);
    EQUAL(cuMemAlloc_v2(&p, 1), CUDA_ERROR_NOT_INITIALIZED);
    check_start(0);
    OK(cuMemAlloc_v2(&p, MIB));
}
