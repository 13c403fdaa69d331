/* What is asked of a card by its ordinal. */
#include <stdio.h>
#include <string.h>

#include "context.h"
#include "entry.h"
#include "state.h"

static const struct sim_card_info *card_info(CUdevice card)
{
    return sim_card_exists(card) ? &sim_state()->cards[card] : NULL;
}

CUresult cuDeviceGet(CUdevice *out, int ordinal)
{
    SIM_API(cuDeviceGet);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(ordinal), CUDA_ERROR_INVALID_DEVICE);
    *out = ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    SIM_API(cuDeviceGetCount);
    SIM_CHECK(count, CUDA_ERROR_INVALID_VALUE);
    *count = (int)sim_state()->card_count;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice card)
{
    SIM_API(cuDeviceGetName);
    SIM_CHECK(name && length > 0, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(card_info(card), CUDA_ERROR_INVALID_DEVICE);
    snprintf(name, (size_t)length, "%s", card_info(card)->name);
    return CUDA_SUCCESS;
}

static CUresult get_uuid(CUuuid *out, CUdevice card)
{
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(card_info(card), CUDA_ERROR_INVALID_DEVICE);
    memcpy(out->bytes, card_info(card)->uuid, 16);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *out, CUdevice card)
{
    SIM_API(cuDeviceGetUuid);
    return get_uuid(out, card);
}

CUresult cuDeviceGetUuid_v2(CUuuid *out, CUdevice card)
{
    SIM_API(cuDeviceGetUuid_v2);
    return get_uuid(out, card);
}

CUresult cuDeviceGetPCIBusId(char *out, int length, CUdevice card)
{
    SIM_API(cuDeviceGetPCIBusId);
    SIM_CHECK(out && length > 0, CUDA_ERROR_INVALID_VALUE);
    const struct sim_card_info *info = card_info(card);
    SIM_CHECK(info, CUDA_ERROR_INVALID_DEVICE);
    int needed = snprintf(out, (size_t)length, "%04x:%02x:%02x.0", info->pci_domain, info->pci_bus, info->pci_device);
    return needed < length ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGetByPCIBusId(CUdevice *out, const char *id)
{
    SIM_API(cuDeviceGetByPCIBusId);
    unsigned domain = 0, bus, device;
    SIM_CHECK(out && id, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sscanf(id, "%x:%x:%x", &domain, &bus, &device) == 3 ||
                  (domain = 0, sscanf(id, "%x:%x", &bus, &device) == 2),
              CUDA_ERROR_INVALID_VALUE);
    for (int card = 0; card_info(card); card++) {
        const struct sim_card_info *info = card_info(card);
        if (info->pci_domain == domain && info->pci_bus == bus && info->pci_device == device) {
            *out = card;
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice card)
{
    SIM_API(cuDeviceComputeCapability);
    SIM_CHECK(major && minor, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(card_info(card), CUDA_ERROR_INVALID_DEVICE);
    *major = (int)sim_setting(SIM_COMPUTE_CAPABILITY) / 10;
    *minor = (int)sim_setting(SIM_COMPUTE_CAPABILITY) % 10;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetProperties(CUdevprop_v1 *out, CUdevice card)
{
    SIM_API(cuDeviceGetProperties);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(card_info(card), CUDA_ERROR_INVALID_DEVICE);
    *out = (CUdevprop_v1){.maxThreadsPerBlock = 1024,
                          .maxThreadsDim = {1024, 1024, 64},
                          .maxGridSize = {2147483647, 65535, 65535},
                          .sharedMemPerBlock = 49152,
                          .totalConstantMemory = 65536,
                          .SIMDWidth = 32,
                          .memPitch = 2147483647,
                          .regsPerBlock = 65536,
                          .clockRate = 1410000,
                          .textureAlign = 512};
    return CUDA_SUCCESS;
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice card, CUdevice peer)
{
    SIM_API(cuDeviceCanAccessPeer);
    SIM_CHECK(can, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(card_info(card) && card_info(peer), CUDA_ERROR_INVALID_DEVICE);
    *can = card != peer;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAttribute(int *out, CUdevice_P2PAttribute attribute, CUdevice card, CUdevice peer)
{
    SIM_API(cuDeviceGetP2PAttribute);
    SIM_CHECK(out && card != peer, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(card_info(card) && card_info(peer), CUDA_ERROR_INVALID_DEVICE);
    *out = attribute != CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *out, CUarray_format format, unsigned int channels, CUdevice card)
{
    SIM_API(cuDeviceGetTexture1DLinearMaxWidth);
    (void)format;
    SIM_CHECK(out && channels, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(card_info(card), CUDA_ERROR_INVALID_DEVICE);
    *out = 268435456;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetExecAffinitySupport(int *out, CUexecAffinityType type, CUdevice card)
{
    SIM_API(cuDeviceGetExecAffinitySupport);
    (void)type;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(card_info(card), CUDA_ERROR_INVALID_DEVICE);
    *out = 0; /* only under MPS */
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetLuid(char *luid, unsigned int *mask, CUdevice card)
{
    SIM_API(cuDeviceGetLuid);
    (void)luid, (void)mask, (void)card;
    return CUDA_ERROR_NOT_SUPPORTED; /* Windows only */
}
