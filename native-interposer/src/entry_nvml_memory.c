/* Memory of a device: the share's, by the same number that cuMemGetInfo answers from. */
#include "nvml_count.h"
#include "nvml_resolve.h"
#include "nvml_share.h"

#define PAGE (2ull << 20)

static unsigned long long smaller(unsigned long long a, unsigned long long b)
{
    return a < b ? a : b;
}

/* What an allocation would still accept, in whole pages. */
static unsigned long long room(const struct view *view)
{
    return view->used >= view->limit.memory ? 0 : (view->limit.memory - view->used) / PAGE * PAGE;
}

EXPORT nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
    struct view view;
    NVML_STARTED();
    nvmlReturn_t result = NVML_REAL(nvmlDeviceGetMemoryInfo)(device, memory);
    if (result != NVML_SUCCESS || !nvml_share(device, &view))
        return result;
    memory->total = smaller(memory->total, view.limit.memory);
    memory->used = smaller(memory->total, view.used);
    memory->free = smaller(memory->free, room(&view));
    return result;
}

/* What the card keeps for itself is not part of a share. */
EXPORT nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory)
{
    struct view view;
    NVML_STARTED();
    nvmlReturn_t result = NVML_REAL(nvmlDeviceGetMemoryInfo_v2)(device, memory);
    if (result != NVML_SUCCESS || !nvml_share(device, &view))
        return result;
    memory->total = smaller(memory->total, view.limit.memory);
    memory->used = smaller(memory->total, view.used);
    memory->free = smaller(memory->free, room(&view));
    memory->reserved = 0;
    return result;
}
