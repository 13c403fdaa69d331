/* Several processes on one card: memory, deaths, forks, IPC, time slices, and what NVML says. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nvml_types.h"

/* A child that takes memory, says so, and stays until its pipe closes. */
struct child {
    pid_t pid;
    int ready, stay;
};

static int stays[8], stay_count;

static struct child spawn(void (*body)(int out), const char *container)
{
    int up[2], down[2];
    char c;
    CHECK(pipe(up) == 0 && pipe(down) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(up[0]);
        close(down[1]);
        for (int i = 0; i < stay_count; i++)
            close(stays[i]); /* else an elder would outlive its end */
        if (container)
            setenv("ALIQUOT_SIM_CONTAINER", container, 1);
        body(up[1]);
        CHECK(write(up[1], "!", 1) == 1);
        exit(read(down[0], &c, 1) < 0);
    }
    close(up[1]);
    close(down[0]);
    stays[stay_count++] = down[1];
    return (struct child){pid, up[0], down[1]};
}

static void await(const struct child *child)
{
    char c;
    CHECK(read(child->ready, &c, 1) == 1 && c == '!');
}

static void stop(struct child *child)
{
    close(child->stay);
    CHECK(waitpid(child->pid, NULL, 0) == child->pid);
}

static void take_64(int out)
{
    CUdeviceptr p;
    (void)out;
    check_start(0);
    OK(cuMemAlloc_v2(&p, 64 * MIB));
}

TEST(processes_share_the_memory_of_a_card)
{
    struct child child = spawn(take_64, NULL);
    await(&child);
    check_start(0);
    EQUAL(check_free(), (81559 - 350 - 350 - 64) * MIB);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_LINEAR, child.pid), 64 * MIB);
    stop(&child);
    EQUAL(check_free(), (81559 - 350) * MIB);
}

TEST(the_memory_of_a_killed_process_comes_back)
{
    struct child child = spawn(take_64, NULL);
    await(&child);
    check_start(0);
    CHECK(kill(child.pid, SIGKILL) == 0);
    /* It stays a zombie: its pid is still there, its memory is not. */
    siginfo_t info;
    CHECK(waitid(P_PID, (id_t)child.pid, &info, WEXITED | WNOWAIT) == 0);
    EQUAL(check_free(), (81559 - 350) * MIB);
    stop(&child);
}

TEST(many_processes_never_get_more_than_the_card_has)
{
    enum { COUNT = 12 };
    pid_t pids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            CUdeviceptr p;
            CUcontext context;
            OK(cuInit(0));
            if (cuCtxCreate_v2(&context, 0, 1) == CUDA_ERROR_OUT_OF_MEMORY)
                exit(0);
            while (cuMemAlloc_v2(&p, 128 * MIB) == CUDA_SUCCESS)
                ;
            exit(0);
        }
    }
    for (int i = 0; i < COUNT; i++) {
        int status;
        CHECK(waitpid(pids[i], &status, 0) == pids[i]);
        EQUAL(status, 0);
    }
    OK(cuInit(0));
    CHECK(aliquot_sim_peak_bytes(1) <= 81559 * MIB);
    CHECK(aliquot_sim_peak_bytes(1) > (81559 - 500) * MIB);
}

TEST(a_child_of_an_initialised_process_cannot_use_the_driver)
{
    int status;
    check_start(0);
    pid_t pid = fork();
    if (pid == 0) {
        CUdeviceptr p;
        EQUAL(cuMemAlloc_v2(&p, 1), CUDA_ERROR_NOT_INITIALIZED);
        EQUAL(cuInit(0), CUDA_ERROR_NOT_INITIALIZED);
        exit(0);
    }
    CHECK(waitpid(pid, &status, 0) == pid);
    EQUAL(status, 0);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0), 350 * MIB);
}

static void export_memory(int out)
{
    CUdeviceptr p;
    CUipcMemHandle_v1 handle;
    check_start(0);
    OK(cuMemAlloc_v2(&p, 64 * MIB));
    OK(cuIpcGetMemHandle(&handle, p));
    CUdeviceptr again;
    EQUAL(cuIpcOpenMemHandle_v2(&again, handle, 1), CUDA_ERROR_INVALID_CONTEXT);
    CHECK(write(out, &handle, sizeof handle) == (ssize_t)sizeof handle);
}

TEST(memory_of_another_process_costs_nothing_and_is_closed_not_freed)
{
    CUipcMemHandle_v1 handle;
    CUdeviceptr p, again;
    struct child child = spawn(export_memory, NULL);
    CHECK(read(child.ready, &handle, sizeof handle) == (ssize_t)sizeof handle);
    check_start(0);
    uint64_t before = check_free();
    OK(cuIpcOpenMemHandle_v2(&p, handle, 1));
    OK(cuIpcOpenMemHandle(&again, handle, 1));
    EQUAL(again, p);
    EQUAL(check_free(), before);
    EQUAL(cuMemFree_v2(p), CUDA_ERROR_INVALID_VALUE);
    OK(cuIpcCloseMemHandle(p));
    OK(cuIpcCloseMemHandle(p));
    EQUAL(cuIpcCloseMemHandle(p), CUDA_ERROR_INVALID_VALUE);
    stop(&child);
}

/* What a child shares by file descriptors: the parent opens them through /proc. */
static void export_by_fd(int out)
{
    int fds[2];
    CUdeviceptr p;
    CUmemoryPool pool;
    CUmemPoolPtrExportData data;
    CUmemGenericAllocationHandle handle;
    const CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                  .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    check_start(0);
    OK(cuMemCreate(&handle, 64 * MIB, &prop, 0));
    OK(cuMemExportToShareableHandle(&fds[0], handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemPoolCreate(&pool, &props));
    OK(cuMemAllocFromPoolAsync(&p, MIB, pool, NULL));
    OK(cuMemPoolExportToShareableHandle(&fds[1], pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemPoolExportPointer(&data, p));
    CHECK(write(out, fds, sizeof fds) == (ssize_t)sizeof fds);
    CHECK(write(out, &data, sizeof data) == (ssize_t)sizeof data);
}

static void *open_of(pid_t pid, int fd)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)pid, fd);
    fd = open(path, O_RDONLY);
    CHECK(fd >= 0);
    return (void *)(intptr_t)fd;
}

TEST(imported_handles_and_pools_cost_the_importer_nothing)
{
    int fds[2];
    CUdeviceptr p;
    CUmemoryPool pool;
    CUmemPoolPtrExportData data;
    CUmemGenericAllocationHandle handle;
    struct child child = spawn(export_by_fd, NULL);
    CHECK(read(child.ready, fds, sizeof fds) == (ssize_t)sizeof fds);
    CHECK(read(child.ready, &data, sizeof data) == (ssize_t)sizeof data);
    check_start(0);
    uint64_t before = check_free();
    OK(cuMemImportFromShareableHandle(&handle, open_of(child.pid, fds[0]), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    OK(cuMemAddressReserve(&p, 64 * MIB, 0, 0, 0));
    OK(cuMemMap(p, 64 * MIB, 0, handle, 0));
    OK(cuMemUnmap(p, 64 * MIB));
    OK(cuMemRelease(handle));
    OK(cuMemPoolImportFromShareableHandle(&pool, open_of(child.pid, fds[1]), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemPoolImportPointer(&p, pool, &data));
    EQUAL(cuMemAllocFromPoolAsync(&p, MIB, pool, NULL), CUDA_ERROR_INVALID_VALUE);
    EQUAL(check_free(), before);
    stop(&child);
}

static void queue_1s(int out)
{
    (void)out;
    check_start(0);
    CUfunction kernel = check_kernel("k_10ms");
    for (int i = 0; i < 100; i++)
        check_launch(kernel, NULL);
}

static nvmlDevice_t nvml_card(void)
{
    nvmlDevice_t device;
    EQUAL(nvmlInit_v2(), NVML_SUCCESS);
    EQUAL(nvmlDeviceGetHandleByIndex_v2(0, &device), NVML_SUCCESS);
    return device;
}

TEST(two_processes_with_work_get_half_of_the_card_each)
{
    float ms;
    CUevent from, to;
    EQUAL(aliquot_sim_set("clock", "virtual"), 0);
    struct child dead = spawn(queue_1s, NULL), child = spawn(queue_1s, NULL);
    await(&dead);
    stop(&dead); /* its work is gone with it */
    await(&child);
    check_start(0);
    CUfunction kernel = check_kernel("k_10ms");
    OK(cuEventCreate(&from, 0));
    OK(cuEventCreate(&to, 0));
    OK(cuEventRecord(from, NULL));
    for (int i = 0; i < 20; i++)
        check_launch(kernel, NULL);
    OK(cuEventRecord(to, NULL));
    OK(cuEventSynchronize(to));
    OK(cuEventElapsedTime(&ms, from, to));
    CHECK(ms > 395 && ms < 405);
    uint64_t other = aliquot_sim_gpu_ns(0, child.pid);
    CHECK(other > 195000000 && other < 205000000);
    nvmlDevice_t device = nvml_card();
    nvmlUtilization_t rates;
    EQUAL(nvmlDeviceGetUtilizationRates(device, &rates), NVML_SUCCESS);
    EQUAL(rates.gpu, 100);
    nvmlProcessUtilizationSample_t samples[8];
    unsigned count = 8;
    EQUAL(nvmlDeviceGetProcessUtilization(device, samples, &count, 0), NVML_SUCCESS);
    EQUAL(count, 2);
    for (unsigned i = 0; i < count; i++)
        CHECK(samples[i].smUtil >= 48 && samples[i].smUtil <= 52);
    stop(&child);
}

TEST(utilisation_lags_by_a_period)
{
    EQUAL(aliquot_sim_set("clock", "virtual"), 0);
    EQUAL(aliquot_sim_set("nvml_period_ns", "100ms"), 0);
    check_start(0);
    nvmlDevice_t device = nvml_card();
    nvmlUtilization_t rates;
    aliquot_sim_advance_ns(100000000 - aliquot_sim_now_ns() % 100000000); /* to the start of a period */
    check_launch(check_kernel("k_33ms"), NULL);
    aliquot_sim_advance_ns(99000000);
    EQUAL(nvmlDeviceGetUtilizationRates(device, &rates), NVML_SUCCESS);
    EQUAL(rates.gpu, 0);
    aliquot_sim_advance_ns(2000000);
    EQUAL(nvmlDeviceGetUtilizationRates(device, &rates), NVML_SUCCESS);
    EQUAL(rates.gpu, 33);
    aliquot_sim_advance_ns(100000000);
    EQUAL(nvmlDeviceGetUtilizationRates(device, &rates), NVML_SUCCESS);
    EQUAL(rates.gpu, 0);
}

TEST(a_container_sees_only_its_own_processes_with_its_own_pids)
{
    EQUAL(aliquot_sim_set("host_pid_base", "1000000"), 0);
    struct child child = spawn(take_64, "other");
    await(&child);
    check_start(0);
    nvmlDevice_t device = nvml_card();
    nvmlProcessInfo_t list[4];
    unsigned count = 0;
    EQUAL(nvmlDeviceGetComputeRunningProcesses_v3(device, &count, NULL), NVML_ERROR_INSUFFICIENT_SIZE);
    EQUAL(count, 1);
    EQUAL(nvmlDeviceGetComputeRunningProcesses_v3(device, &count, list), NVML_SUCCESS);
    EQUAL(list[0].pid, getpid());
    EQUAL(list[0].usedGpuMemory, 350 * MIB);
    EQUAL(aliquot_sim_set("nvml_view", "host"), 0);
    count = 4;
    EQUAL(nvmlDeviceGetComputeRunningProcesses_v3(device, &count, list), NVML_SUCCESS);
    EQUAL(count, 2);
    CHECK(list[0].pid > 1000000 && list[1].pid > 1000000);
    stop(&child);
}

TEST(nvml_and_the_driver_agree_on_memory)
{
    nvmlMemory_t memory;
    nvmlMemory_v2_t second = {.version = NVML_VERSION(nvmlMemory_v2_t, 2)};
    EQUAL(aliquot_sim_set("reserved_bytes", "400m"), 0);
    check_start(0);
    nvmlDevice_t device = nvml_card();
    EQUAL(nvmlDeviceGetMemoryInfo(device, &memory), NVML_SUCCESS);
    EQUAL(nvmlDeviceGetMemoryInfo_v2(device, &second), NVML_SUCCESS);
    EQUAL(memory.free, check_free());
    EQUAL(memory.used, (400 + 350) * MIB);
    EQUAL(second.used, 350 * MIB);
    EQUAL(second.reserved, 400 * MIB);
    second.version = 1;
    EQUAL(nvmlDeviceGetMemoryInfo_v2(device, &second), NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
    EQUAL(nvmlShutdown(), NVML_SUCCESS);
    EQUAL(nvmlDeviceGetMemoryInfo(device, &memory), NVML_ERROR_UNINITIALIZED);
}
