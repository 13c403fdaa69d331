/* Lists the devices as the driver and as NVML give them: one line each. */
#include <string.h>

#include "driver_load.h"
#include "nvml_types.h"

static void show_driver(int card)
{
    char name[96], pci[32];
    CUuuid uuid;
    CUcontext context;
    size_t total = 0, free_bytes = 0, context_total = 0;
    must(DRIVER(cuDeviceGetName)(name, sizeof name, card), "cuDeviceGetName");
    must(DRIVER(cuDeviceGetPCIBusId)(pci, sizeof pci, card), "cuDeviceGetPCIBusId");
    must(DRIVER(cuDeviceGetUuid_v2)(&uuid, card), "cuDeviceGetUuid");
    must(DRIVER(cuDeviceTotalMem_v2)(&total, card), "cuDeviceTotalMem");
    must(DRIVER(cuDevicePrimaryCtxRetain)(&context, card), "cuDevicePrimaryCtxRetain");
    must(DRIVER(cuCtxSetCurrent)(context), "cuCtxSetCurrent");
    must(DRIVER(cuMemGetInfo_v2)(&free_bytes, &context_total), "cuMemGetInfo");
    printf("cuda %d name=\"%s\" pci=%s uuid=GPU-", card, name, pci);
    for (int i = 0; i < 16; i++)
        printf("%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", (unsigned char)uuid.bytes[i]);
    printf(" total=%zu free=%zu context_total=%zu\n", total, free_bytes, context_total);
}

static void *nvml;

static void *nvml_symbol(const char *name)
{
    void *found = dlsym(nvml, name);
    if (!found) {
        fprintf(stderr, "%s\n", dlerror());
        exit(3);
    }
    return found;
}
#define NVML(name) ((__typeof__(&name))nvml_symbol(#name))

static void show_processes(nvmlDevice_t device)
{
    nvmlProcessInfo_t list[64];
    unsigned count = 64;
    if (NVML(nvmlDeviceGetComputeRunningProcesses_v3)(device, &count, list) != NVML_SUCCESS)
        return;
    for (unsigned i = 0; i < count; i++)
        printf("    pid=%u used=%llu\n", list[i].pid, list[i].usedGpuMemory);
}

static void show_nvml(unsigned index)
{
    nvmlDevice_t device;
    char uuid[96] = "", name[96] = "";
    nvmlMemory_t memory = {0, 0, 0};
    nvmlUtilization_t utilization = {0, 0};
    NVML(nvmlDeviceGetHandleByIndex_v2)(index, &device);
    NVML(nvmlDeviceGetUUID)(device, uuid, sizeof uuid);
    NVML(nvmlDeviceGetName)(device, name, sizeof name);
    NVML(nvmlDeviceGetMemoryInfo)(device, &memory);
    NVML(nvmlDeviceGetUtilizationRates)(device, &utilization);
    printf("nvml %u name=\"%s\" uuid=%s total=%llu used=%llu free=%llu gpu=%u%%\n", index, name, uuid, memory.total,
           memory.used, memory.free, utilization.gpu);
    show_processes(device);
}

int main(void)
{
    int count = 0;
    unsigned devices = 0;
    driver_load();
    must(DRIVER(cuInit)(0), "cuInit");
    must(DRIVER(cuDeviceGetCount)(&count), "cuDeviceGetCount");
    for (int card = 0; card < count; card++)
        show_driver(card);
    nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!nvml || NVML(nvmlInit_v2)() != NVML_SUCCESS)
        return 0;
    NVML(nvmlDeviceGetCount_v2)(&devices);
    for (unsigned i = 0; i < devices; i++)
        show_nvml(i);
    return NVML(nvmlShutdown)() != NVML_SUCCESS;
}
