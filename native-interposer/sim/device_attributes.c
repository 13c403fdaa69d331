/* cuDeviceGetAttribute: the numbers of an A100, except for what is set or depends on the card. */
#include <stddef.h>

#include "context.h"
#include "entry.h"
#include "state.h"

#define A(name) CU_DEVICE_ATTRIBUTE_##name

static const struct {
    int attribute, value;
} fixed[] = {
    {A(MAX_THREADS_PER_BLOCK), 1024}, {A(MAX_BLOCK_DIM_X), 1024}, {A(MAX_BLOCK_DIM_Y), 1024}, {A(MAX_BLOCK_DIM_Z), 64},
    {A(MAX_GRID_DIM_X), 2147483647}, {A(MAX_GRID_DIM_Y), 65535}, {A(MAX_GRID_DIM_Z), 65535},
    {A(MAX_SHARED_MEMORY_PER_BLOCK), 49152}, {A(TOTAL_CONSTANT_MEMORY), 65536}, {A(WARP_SIZE), 32},
    {A(MAX_PITCH), 2147483647}, {A(MAX_REGISTERS_PER_BLOCK), 65536}, {A(CLOCK_RATE), 1410000},
    {A(TEXTURE_ALIGNMENT), 512}, {A(TEXTURE_PITCH_ALIGNMENT), 32}, {A(SURFACE_ALIGNMENT), 512}, {A(GPU_OVERLAP), 1},
    {A(CAN_MAP_HOST_MEMORY), 1}, {A(CONCURRENT_KERNELS), 1}, {A(ECC_ENABLED), 1}, {A(MEMORY_CLOCK_RATE), 1593000},
    {A(GLOBAL_MEMORY_BUS_WIDTH), 5120}, {A(L2_CACHE_SIZE), 41943040}, {A(MAX_THREADS_PER_MULTIPROCESSOR), 2048},
    {A(ASYNC_ENGINE_COUNT), 3}, {A(UNIFIED_ADDRESSING), 1}, {A(STREAM_PRIORITIES_SUPPORTED), 1},
    {A(GLOBAL_L1_CACHE_SUPPORTED), 1}, {A(LOCAL_L1_CACHE_SUPPORTED), 1},
    {A(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR), 167936}, {A(MAX_REGISTERS_PER_MULTIPROCESSOR), 65536},
    {A(MANAGED_MEMORY), 1}, {A(SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO), 2}, {A(CONCURRENT_MANAGED_ACCESS), 1},
    {A(COMPUTE_PREEMPTION_SUPPORTED), 1}, {A(CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM), 1}, {A(COOPERATIVE_LAUNCH), 1},
    {A(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), 166912}, {A(CAN_FLUSH_REMOTE_WRITES), 1}, {A(HOST_REGISTER_SUPPORTED), 1},
    {A(DIRECT_MANAGED_MEM_ACCESS_FROM_HOST), 0}, {A(VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED), 1},
    {A(HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED), 1}, {A(MAX_BLOCKS_PER_MULTIPROCESSOR), 32},
    {A(GENERIC_COMPRESSION_SUPPORTED), 1}, {A(MAX_PERSISTING_L2_CACHE_SIZE), 31457280},
    {A(MAX_ACCESS_POLICY_WINDOW_SIZE), 134213632}, {A(RESERVED_SHARED_MEMORY_PER_BLOCK), 1024},
    {A(SPARSE_CUDA_ARRAY_SUPPORTED), 1}, {A(READ_ONLY_HOST_REGISTER_SUPPORTED), 1},
    {A(TIMELINE_SEMAPHORE_INTEROP_SUPPORTED), 1}, {A(MEMORY_POOLS_SUPPORTED), 1},
    {A(MEMPOOL_SUPPORTED_HANDLE_TYPES), 1}, {A(DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED), 1}, {A(IPC_EVENT_SUPPORTED), 1},
    {A(UNIFIED_FUNCTION_POINTERS), 1}, {A(MULTICAST_SUPPORTED), 1}, {A(HANDLE_TYPE_FABRIC_SUPPORTED), 1},
};

static int value_of(int attribute, const struct sim_card_info *card)
{
    switch (attribute) {
    case A(MULTIPROCESSOR_COUNT):
        return (int)sim_setting(SIM_MULTIPROCESSORS);
    case A(COMPUTE_CAPABILITY_MAJOR):
        return (int)sim_setting(SIM_COMPUTE_CAPABILITY) / 10;
    case A(COMPUTE_CAPABILITY_MINOR):
        return (int)sim_setting(SIM_COMPUTE_CAPABILITY) % 10;
    case A(PCI_BUS_ID):
        return (int)card->pci_bus;
    case A(PCI_DEVICE_ID):
        return (int)card->pci_device;
    case A(PCI_DOMAIN_ID):
        return (int)card->pci_domain;
    default:
        for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
            if (fixed[i].attribute == attribute)
                return fixed[i].value;
        return 0;
    }
}

CUresult cuDeviceGetAttribute(int *out, CUdevice_attribute attribute, CUdevice card)
{
    SIM_API(cuDeviceGetAttribute);
    SIM_CHECK(out && attribute >= 1 && attribute < 160, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    *out = value_of((int)attribute, &sim_state()->cards[card]);
    return CUDA_SUCCESS;
}
