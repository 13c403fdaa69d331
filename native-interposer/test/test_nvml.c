/* What NVML shows of a share: through direct links, dlsym, and dlopen with dlsym; of a program of the container, and of a
 * monitor that never starts the driver. */
#include <dlfcn.h>

#include "compute_start.h"
#include "nvml_types.h"

static void share(void) { limited_to("cores=50\n"); }
static void unlimited(void)
{
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|", 1);
}
static void container_a(void)
{
    share();
    setenv("ALIQUOT_SIM_CONTAINER", "a", 1);
    setenv("ALIQUOT_SIM_HOST_PID_BASE", "4000000", 1);
}
static void host_view(void)
{
    container_a();
    setenv("ALIQUOT_SIM_NVML_VIEW", "host", 1);
}

static nvmlDevice_t device_0(void)
{
    nvmlDevice_t device = NULL;
    CHECK_EQ(nvmlDeviceGetHandleByIndex_v2(0, &device), 0);
    return device;
}

static void start(void)
{
    CUdeviceptr block;
    context_on(0);
    OK(cuMemAlloc_v2(&block, 100 * MIB));
    CHECK_EQ(nvmlInit_v2(), 0);
}

static uint64_t calls(const char *symbol)
{
    uint64_t (*count)(const char *) = dlsym(dlopen("libnvidia-ml.so.1", RTLD_NOW), "aliquot_sim_nvml_calls");
    return count(symbol);
}

PRELOADED(memory_is_that_of_the_share, share)
{
    nvmlMemory_t v1;
    nvmlMemory_v2_t v2 = {.version = NVML_VERSION(nvmlMemory_v2_t, 2)};
    size_t free, total;
    start();
    CHECK_EQ(nvmlDeviceGetMemoryInfo(device_0(), &v1), 0);
    CHECK_EQ(nvmlDeviceGetMemoryInfo_v2(device_0(), &v2), 0);
    OK(cuMemGetInfo_v2(&free, &total));
    CHECK_EQ(v1.total, 1000 * MIB);
    CHECK_EQ(v1.used, 100 * MIB);
    CHECK_EQ(v1.free, free);
    CHECK_EQ(v1.total, total);
    CHECK_EQ(v2.total, v1.total);
    CHECK_EQ(v2.used, v1.used);
    CHECK_EQ(v2.free, v1.free);
    v2.version = 1;
    CHECK_EQ(nvmlDeviceGetMemoryInfo_v2(device_0(), &v2), NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
    CHECK_EQ(nvmlDeviceGetMemoryInfo(device_0(), NULL), NVML_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(nvmlDeviceGetMemoryInfo((nvmlDevice_t)&v1, &v1), NVML_ERROR_INVALID_ARGUMENT);
}

PRELOADED(without_a_share_the_card_is_shown, unlimited)
{
    nvmlMemory_t memory;
    CHECK_EQ(nvmlInit_v2(), 0);
    CHECK_EQ(nvmlDeviceGetMemoryInfo(device_0(), &memory), 0);
    CHECK_EQ(memory.total, 80 * GIB);
}

HELPER(holds_memory)
{
    CUdeviceptr block;
    context_on(0);
    OK(cuMemAlloc_v2(&block, (size_t)atoi(helper_argument()) * MIB));
    room_write("ready", "y", 1);
    pause();
}

static bool is_ready(void *unused)
{
    (void)unused;
    return room_read("ready")[0] == 'y';
}

PRELOADED(lists_hold_the_processes_of_the_container_by_their_own_pids, container_a)
{
    nvmlProcessInfo_v1_t v1[8];
    nvmlProcessInfo_v2_t v2[8];
    nvmlProcessInfo_t v3[8];
    nvmlProcessDetail_v1_t detail[8];
    nvmlProcessDetailList_v1_t details = {.version = NVML_VERSION(nvmlProcessDetailList_v1_t, 1), .numProcArrayEntries = 8,
                                          .procArray = detail};
    unsigned n1 = 8, n2 = 8, n3 = 8;
    start();
    pid_t other = spawn_helper("holds_memory", "30", true);
    CHECK(eventually(is_ready, NULL, 20));
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses(device_0(), &n1, v1), 0);
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses_v2(device_0(), &n2, v2), 0);
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses_v3(device_0(), &n3, v3), 0);
    CHECK_EQ(nvmlDeviceGetRunningProcessDetailList(device_0(), &details), 0);
    CHECK(n1 == 2 && n2 == 2 && n3 == 2 && details.numProcArrayEntries == 2);
    for (int i = 0; i < 2; i++) {
        unsigned long long bytes = v1[i].pid == (unsigned)other ? 30 * MIB : 100 * MIB;
        CHECK(v1[i].pid == (unsigned)other || v1[i].pid == (unsigned)getpid());
        CHECK_EQ(v1[i].usedGpuMemory, bytes);
        CHECK(v2[i].pid == v1[i].pid && v2[i].usedGpuMemory == bytes);
        CHECK(v3[i].pid == v1[i].pid && v3[i].usedGpuMemory == bytes);
        CHECK(detail[i].pid == v1[i].pid && detail[i].usedGpuMemory == bytes);
    }
    CHECK(v1[0].pid != v1[1].pid);
}

PRELOADED(lists_tell_their_size_first, share)
{
    nvmlProcessInfo_t list[2];
    unsigned count = 0;
    start();
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses_v3(device_0(), &count, NULL), NVML_ERROR_INSUFFICIENT_SIZE);
    CHECK_EQ(count, 1);
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses_v3(device_0(), &count, list), 0);
    CHECK_EQ(count, 1);
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses_v3(device_0(), NULL, list), NVML_ERROR_INVALID_ARGUMENT);
    count = 1;
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses_v3(device_0(), &count, NULL), NVML_ERROR_INVALID_ARGUMENT);
    count = 2;
    CHECK_EQ(nvmlDeviceGetGraphicsRunningProcesses_v3(device_0(), &count, list), 0);
    CHECK_EQ(count, 0);
    count = 2;
    CHECK_EQ(nvmlDeviceGetMPSComputeRunningProcesses_v3(device_0(), &count, list), 0);
    CHECK_EQ(count, 0);
}

/* --- strangers ------------------------------------------------------------------------------------------------------------ */

/* A process of another container on the same card. Its pid on the host may be any number. */
HELPER(stranger)
{
    CUdeviceptr block;
    context_on(0);
    OK(cuMemAlloc_v2(&block, 5000 * MIB));
    CUfunction busy = kernel("k_4ms");
    for (int i = 0; i < 1000; i++)
        OK(launch(busy, NULL));
    room_write("ready", "y", 1);
    pause();
}

static void start_beside_a_stranger(const char *host_pid)
{
    start();
    setenv("ALIQUOT_SIM_CONTAINER", "b", 1);
    if (host_pid)
        setenv("ALIQUOT_SIM_HOST_PID", host_pid, 1);
    spawn_helper("stranger", "", false);
    CHECK(eventually(is_ready, NULL, 20));
    unsetenv("ALIQUOT_SIM_HOST_PID");
    setenv("ALIQUOT_SIM_CONTAINER", "a", 1);
}

/* A quarter of the card over the next half second. */
static void work(void)
{
    CUfunction busy = kernel("k_1ms");
    for (int i = 0; i < 125; i++) {
        OK(launch(busy, NULL));
        aliquot_sim_advance_ns(4 * MS);
    }
}

static unsigned own_sum(nvmlDevice_t device, unsigned *count)
{
    nvmlProcessUtilizationSample_t samples[64];
    unsigned sum = 0;
    *count = 64;
    nvmlReturn_t result = nvmlDeviceGetProcessUtilization(device, samples, count, 0);
    if (result == NVML_ERROR_NOT_FOUND)
        *count = 0;
    for (unsigned i = 0; i < *count; i++) {
        CHECK_EQ(samples[i].pid, getpid());
        sum += samples[i].smUtil;
    }
    return sum;
}

PRELOADED(nothing_is_seen_of_other_containers, container_a)
{
    nvmlMemory_t memory;
    nvmlUtilization_t rates;
    nvmlProcessInfo_t list[8];
    unsigned count = 8, pids[8], listed = 8;
    nvmlAccountingStats_t stats;
    start_beside_a_stranger(NULL);
    work();
    CHECK_EQ(nvmlDeviceGetMemoryInfo(device_0(), &memory), 0);
    CHECK_EQ(memory.used, 102 * MIB); /* with the module */
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses_v3(device_0(), &listed, list), 0);
    CHECK_EQ(listed, 1);
    unsigned sum = own_sum(device_0(), &count);
    CHECK_EQ(count, 1);
    CHECK(sum > 0 && sum <= 50);
    CHECK_EQ(nvmlDeviceGetUtilizationRates(device_0(), &rates), 0);
    CHECK(rates.gpu > 0 && rates.gpu <= 50);
    count = 8;
    CHECK_EQ(nvmlDeviceGetAccountingPids(device_0(), &count, pids), 0);
    CHECK(count == 1 && pids[0] == (unsigned)getpid());
    CHECK_EQ(nvmlDeviceGetAccountingStats(device_0(), pids[0], &stats), 0);
    CHECK_EQ(stats.maxMemoryUsage, 102 * MIB);
    nvmlAccountingStats_v2_t stats2 = {.pid = pids[0]};
    CHECK_EQ(nvmlDeviceGetAccountingStats_v2(device_0(), &stats2), 0);
    stats2.pid = 1;
    CHECK_EQ(nvmlDeviceGetAccountingStats_v2(device_0(), &stats2), NVML_ERROR_NOT_FOUND);
    CHECK_EQ(nvmlDeviceGetAccountingStats(device_0(), 1, &stats), NVML_ERROR_NOT_FOUND);
}

PRELOADED(a_stranger_with_our_pid_on_the_host_is_not_taken_for_us, container_a)
{
    char pid[16];
    unsigned count;
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    start_beside_a_stranger(pid);
    work();
    own_sum(device_0(), &count);
    CHECK_EQ(count, 0); /* two with one pid: nobody can tell which */
}

PRELOADED(without_a_view_of_our_own_pids_no_sample_is_believed, host_view)
{
    char pid[16];
    unsigned count;
    nvmlUtilization_t rates;
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    start_beside_a_stranger(pid);
    work();
    own_sum(device_0(), &count);
    CHECK_EQ(count, 0);
    CHECK_EQ(nvmlDeviceGetUtilizationRates(device_0(), &rates), 0);
    CHECK_EQ(rates.gpu, 0);
    CHECK_EQ(throttle_now("region").measured, 0);
}

PRELOADED(samples_of_the_card_become_those_of_the_container, container_a)
{
    nvmlSample_t samples[100];
    nvmlValueType_t type;
    unsigned count = 100;
    nvmlProcessesUtilizationInfo_v1_t info = {.version = NVML_VERSION(nvmlProcessesUtilizationInfo_v1_t, 1)};
    nvmlProcessUtilizationInfo_v1_t one[4];
    start_beside_a_stranger(NULL);
    work();
    CHECK_EQ(nvmlDeviceGetSamples(device_0(), NVML_GPU_UTILIZATION_SAMPLES, 0, &type, &count, samples), 0);
    CHECK_EQ(count, 1);
    CHECK(samples[0].sampleValue.uiVal > 0 && samples[0].sampleValue.uiVal <= 50);
    CHECK_EQ(nvmlDeviceGetProcessesUtilizationInfo(device_0(), &info), NVML_ERROR_INSUFFICIENT_SIZE);
    CHECK_EQ(info.processSamplesCount, 1);
    info.procUtilArray = one;
    CHECK_EQ(nvmlDeviceGetProcessesUtilizationInfo(device_0(), &info), 0);
    CHECK_EQ(one[0].pid, getpid());
}

/* --- references ------------------------------------------------------------------------------------------------------------ */

PRELOADED(references_are_counted_as_without_us, share)
{
    nvmlMemory_t memory;
    nvmlDevice_t device;
    CHECK_EQ(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
    CHECK_EQ(nvmlInit_v2(), 0);
    CHECK_EQ(nvmlInit(), 0);
    device = device_0();
    CHECK_EQ(nvmlShutdown(), 0);
    CHECK_EQ(nvmlDeviceGetMemoryInfo(device, &memory), 0);
    CHECK_EQ(nvmlShutdown(), 0);
    CHECK_EQ(nvmlDeviceGetMemoryInfo(device, &memory), NVML_ERROR_UNINITIALIZED);
    CHECK_EQ(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
    CHECK_EQ(calls("nvmlInit_v2"), 1);
    CHECK_EQ(calls("nvmlInit"), 1);
}

PRELOADED(the_sampler_has_a_reference_of_its_own, share)
{
    nvmlMemory_t memory;
    nvmlDevice_t device;
    context_on(0);
    CUfunction function = kernel("k_1ms");
    for (int i = 0; i < 400; i++)
        OK(launch(function, NULL)); /* the sampler runs by now */
    CHECK_EQ(calls("nvmlInit_v2"), 1);
    CHECK_EQ(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
    CHECK_EQ(nvmlInit_v2(), 0);
    device = device_0();
    CHECK_EQ(nvmlShutdown(), 0);
    CHECK_EQ(nvmlDeviceGetMemoryInfo(device, &memory), NVML_ERROR_UNINITIALIZED);
    for (int i = 0; i < 400; i++)
        OK(launch(function, NULL));
    CHECK(throttle_now("region").measured > 300000);
}

/* --- how the functions are found --------------------------------------------------------------------------------------------- */

typedef nvmlReturn_t memory_fn(nvmlDevice_t, nvmlMemory_t *);

static unsigned long long total_by(void *function)
{
    nvmlMemory_t memory = {0};
    CHECK(function != NULL);
    if (function)
        CHECK_EQ(((memory_fn *)function)(device_0(), &memory), 0);
    return memory.total;
}

PRELOADED(each_way_to_find_a_function_gives_the_hook, share)
{
    CHECK_EQ(nvmlInit_v2(), 0);
    CHECK_EQ(total_by((void *)nvmlDeviceGetMemoryInfo), 1000 * MIB);
    CHECK_EQ(total_by(dlsym(RTLD_DEFAULT, "nvmlDeviceGetMemoryInfo")), 1000 * MIB);
    CHECK_EQ(total_by(dlsym(dlopen("libnvidia-ml.so.1", RTLD_NOW), "nvmlDeviceGetMemoryInfo")), 1000 * MIB);
    CHECK_EQ(total_by(dlsym(dlopen(NULL, RTLD_NOW), "nvmlDeviceGetMemoryInfo")), 1000 * MIB);
    CHECK_EQ(total_by(dlsym(RTLD_NEXT, "nvmlDeviceGetMemoryInfo")), 1000 * MIB);
}

PRELOADED(identity_and_the_rest_pass, share)
{
    void *nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    char name[96], uuid[96];
    unsigned count = 0;
    CHECK_EQ(nvmlInit_v2(), 0);
    CHECK_EQ(nvmlDeviceGetCount_v2(&count), 0);
    CHECK_EQ(count, 1);
    CHECK_EQ(nvmlDeviceGetName(device_0(), name, sizeof name), 0);
    CHECK_EQ(nvmlDeviceGetUUID(device_0(), uuid, sizeof uuid), 0);
    CHECK(strcmp(uuid, CARD_0) == 0);
    CHECK(dlsym(nvml, "nvmlNoSuchFunction") == NULL);
    CHECK(strstr(dlerror(), "nvmlNoSuchFunction") != NULL);
    Dl_info where;
    CHECK(dladdr(dlsym(nvml, "nvmlDeviceSetPersistenceMode"), &where) && strstr(where.dli_fname, "libnvidia-ml"));
    CHECK(dladdr(dlsym(nvml, "nvmlDeviceGetMemoryInfo"), &where) && strstr(where.dli_fname, "libaliquot"));
}

/* A monitor: NVML and nothing else. */
PRELOADED(a_monitor_sees_the_share_and_takes_no_slot, container_a)
{
    nvmlProcessInfo_t list[8];
    unsigned count = 8;
    nvmlMemory_t memory;
    pid_t other = spawn_helper("holds_memory", "70", true);
    CHECK(eventually(is_ready, NULL, 20));
    CHECK_EQ(nvmlInit_v2(), 0);
    CHECK_EQ(nvmlDeviceGetMemoryInfo(device_0(), &memory), 0);
    CHECK_EQ(memory.total, 1000 * MIB);
    CHECK_EQ(memory.used, 70 * MIB);
    CHECK_EQ(nvmlDeviceGetComputeRunningProcesses_v3(device_0(), &count, list), 0);
    CHECK(count == 1 && list[0].pid == (unsigned)other);
    CHECK_EQ(view_region("region").live, 1);
}
