/* Which devices there are, and what they are. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "nvml_entry.h"

static nvmlReturn_t count(unsigned *out)
{
    if (!out)
        return NVML_ERROR_INVALID_ARGUMENT;
    *out = sim_state()->card_count;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCount(unsigned int *out)
{
    NVML_ENTER(nvmlDeviceGetCount);
    return count(out);
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *out)
{
    NVML_ENTER(nvmlDeviceGetCount_v2);
    return count(out);
}

static nvmlReturn_t by_index(unsigned index, nvmlDevice_t *out)
{
    if (!out || index >= sim_state()->card_count)
        return NVML_ERROR_INVALID_ARGUMENT;
    *out = sim_nvml_handle((int)index);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *out)
{
    NVML_ENTER(nvmlDeviceGetHandleByIndex);
    return by_index(index, out);
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *out)
{
    NVML_ENTER(nvmlDeviceGetHandleByIndex_v2);
    return by_index(index, out);
}

static void uuid_text(int card, char *out)
{
    const unsigned char *u = sim_state()->cards[card].uuid;
    char *at = out + sprintf(out, "GPU-");
    for (int i = 0; i < 16; i++)
        at += sprintf(at, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", u[i]);
}

static void bus_text(int card, char *out, int domain_digits)
{
    const struct sim_card_info *info = &sim_state()->cards[card];
    sprintf(out, "%0*X:%02X:%02X.0", domain_digits, info->pci_domain, info->pci_bus, info->pci_device);
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *out)
{
    NVML_ENTER(nvmlDeviceGetHandleByUUID);
    char text[64];
    if (!uuid || !out)
        return NVML_ERROR_INVALID_ARGUMENT;
    for (int card = 0; card < (int)sim_state()->card_count; card++) {
        uuid_text(card, text);
        if (strcasecmp(text, uuid) == 0)
            return by_index((unsigned)card, out);
    }
    return NVML_ERROR_NOT_FOUND;
}

static nvmlReturn_t by_bus(const char *id, nvmlDevice_t *out)
{
    unsigned domain, bus, device;
    if (!id || !out || sscanf(id, "%x:%x:%x", &domain, &bus, &device) != 3)
        return NVML_ERROR_INVALID_ARGUMENT;
    for (unsigned card = 0; card < sim_state()->card_count; card++) {
        const struct sim_card_info *info = &sim_state()->cards[card];
        if (info->pci_domain == domain && info->pci_bus == bus && info->pci_device == device)
            return by_index(card, out);
    }
    return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *id, nvmlDevice_t *out)
{
    NVML_ENTER(nvmlDeviceGetHandleByPciBusId);
    return by_bus(id, out);
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *id, nvmlDevice_t *out)
{
    NVML_ENTER(nvmlDeviceGetHandleByPciBusId_v2);
    return by_bus(id, out);
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *out, unsigned int length)
{
    NVML_DEVICE(nvmlDeviceGetName, out);
    return (unsigned)snprintf(out, length, "%s", sim_state()->cards[card].name) < length ? NVML_SUCCESS
                                                                                       : NVML_ERROR_INSUFFICIENT_SIZE;
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *out, unsigned int length)
{
    NVML_DEVICE(nvmlDeviceGetUUID, out);
    char text[64];
    uuid_text(card, text);
    return (unsigned)snprintf(out, length, "%s", text) < length ? NVML_SUCCESS : NVML_ERROR_INSUFFICIENT_SIZE;
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *out)
{
    NVML_DEVICE(nvmlDeviceGetIndex, out);
    *out = (unsigned)card;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int *out)
{
    NVML_DEVICE(nvmlDeviceGetMinorNumber, out);
    *out = (unsigned)card;
    return NVML_SUCCESS;
}

static void legacy_info(int card, nvmlPciInfo_t *out)
{
    const struct sim_card_info *info = &sim_state()->cards[card];
    bus_text(card, out->busIdLegacy, 4);
    out->domain = info->pci_domain;
    out->bus = info->pci_bus;
    out->device = info->pci_device;
    out->pciDeviceId = 0x20b210de;
    out->pciSubSystemId = 0x146310de;
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *out)
{
    NVML_DEVICE(nvmlDeviceGetPciInfo_v3, out);
    legacy_info(card, out);
    bus_text(card, out->busId, 8);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_t *out)
{
    NVML_DEVICE(nvmlDeviceGetPciInfo_v2, out);
    legacy_info(card, out);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *out)
{
    NVML_DEVICE(nvmlDeviceGetPciInfo, out);
    legacy_info(card, out);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)
{
    NVML_DEVICE(nvmlDeviceGetCudaComputeCapability, major && minor);
    *major = (int)sim_setting(SIM_COMPUTE_CAPABILITY) / 10;
    *minor = (int)sim_setting(SIM_COMPUTE_CAPABILITY) % 10;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t *out)
{
    NVML_DEVICE(nvmlDeviceGetComputeMode, out);
    *out = NVML_COMPUTEMODE_DEFAULT;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t *out)
{
    NVML_DEVICE(nvmlDeviceGetPersistenceMode, out);
    *out = NVML_FEATURE_ENABLED;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned int *current, unsigned int *pending)
{
    NVML_DEVICE(nvmlDeviceGetMigMode, current && pending);
    *current = *pending = 0;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceIsMigDeviceHandle(nvmlDevice_t device, unsigned int *out)
{
    NVML_DEVICE(nvmlDeviceIsMigDeviceHandle, out);
    *out = 0;
    return NVML_SUCCESS;
}
