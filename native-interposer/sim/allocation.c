#include "allocation.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "small.h"

enum { SMALL = 1 << 20, UNIT = 512 };

static unsigned long long last_id;

/* Device addresses are host addresses whose pages the host gives only when they are written (by copies). */
uint64_t sim_address_space(uint64_t size, uint64_t alignment, uint64_t wanted)
{
    if (size + alignment < size)
        return 0;
    char *base = mmap((void *)(uintptr_t)wanted, size + alignment, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return 0;
    uint64_t start = SIM_ROUND((uint64_t)(uintptr_t)base, alignment);
    uint64_t before = start - (uint64_t)(uintptr_t)base;
    if (before)
        munmap(base, before);
    if (alignment - before)
        munmap((char *)(uintptr_t)start + size, alignment - before);
    return start;
}

void sim_address_space_end(uint64_t address, uint64_t size)
{
    munmap((void *)(uintptr_t)address, size);
}

static uint64_t backing_new(uint64_t size)
{
    if (size < SMALL)
        return (uint64_t)(uintptr_t)aligned_alloc(UNIT, SIM_ROUND(size, UNIT));
    return sim_address_space(SIM_ROUND(size, SIM_PAGE), SIM_PAGE, 0);
}

static void backing_end(uint64_t address, uint64_t size)
{
    if (size < SMALL)
        free((void *)(uintptr_t)address);
    else
        sim_address_space_end(address, SIM_ROUND(size, SIM_PAGE));
}

struct sim_allocation *sim_allocation_at_address(uint64_t address, uint64_t size, struct sim_context *context, int card,
                                                 enum aliquot_sim_kind kind)
{
    struct sim_allocation *allocation = sim_object_new(SIM_ALLOCATION, sizeof *allocation, card, context);
    if (!allocation)
        return NULL;
    allocation->range = (struct sim_range){address, size};
    allocation->kind = kind;
    allocation->id = ++last_id;
    allocation->access = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    if (!sim_range_add(SIM_RANGES_MEMORY, &allocation->range)) {
        sim_object_end(allocation);
        return NULL;
    }
    return allocation;
}

CUresult sim_allocation_uncharged(struct sim_allocation **out, struct sim_context *context, int card,
                                  enum aliquot_sim_kind kind, uint64_t size)
{
    uint64_t address = SIM_ROUND(size, SIM_PAGE) < size ? 0 : backing_new(size);
    if (!address)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *out = sim_allocation_at_address(address, size, context, card, kind);
    if (!*out)
        backing_end(address, size);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult new_small(struct sim_allocation **out, struct sim_context *context, enum aliquot_sim_kind kind,
                          uint64_t size)
{
    struct sim_page *page;
    uint64_t address;
    CUresult result = sim_small_take(&page, &address, context, kind, size);
    if (result != CUDA_SUCCESS)
        return result;
    *out = sim_allocation_at_address(address, size, context, context->object.card, kind);
    if (!*out) {
        sim_small_give(page, address, size);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    (*out)->page = page;
    return CUDA_SUCCESS;
}

CUresult sim_allocation_new(struct sim_allocation **out, struct sim_context *context, int card,
                            enum aliquot_sim_kind kind, uint64_t size)
{
    if (sim_is_small(context, kind, size))
        return new_small(out, context, kind, size);
    uint64_t bytes = SIM_ROUND(size, kind == ALIQUOT_SIM_HOST ? 4096 : SIM_PAGE);
    CUresult result = bytes < size ? CUDA_ERROR_OUT_OF_MEMORY : sim_charge(card, kind, bytes);
    if (result != CUDA_SUCCESS)
        return result;
    result = sim_allocation_uncharged(out, context, card, kind, size);
    if (result != CUDA_SUCCESS)
        sim_credit(card, kind, bytes);
    else
        (*out)->charged = bytes;
    return result;
}

void sim_allocation_end(struct sim_allocation *allocation)
{
    sim_range_remove(SIM_RANGES_MEMORY, &allocation->range);
    if (allocation->charged)
        sim_credit(allocation->object.card, allocation->kind, allocation->charged);
    if (allocation->page)
        sim_small_give(allocation->page, allocation->range.start, allocation->range.size);
    else if (!allocation->registered && !allocation->virtual_map)
        backing_end(allocation->range.start, allocation->range.size);
    sim_object_end(allocation);
}

struct sim_allocation *sim_allocation_of(uint64_t address)
{
    struct sim_range *range = sim_range_find(SIM_RANGES_MEMORY, address, 1);
    return range ? (struct sim_allocation *)((char *)range - offsetof(struct sim_allocation, range)) : NULL;
}

struct sim_allocation *sim_allocation_starting(uint64_t address)
{
    struct sim_allocation *allocation = sim_allocation_of(address);
    return allocation && allocation->range.start == address ? allocation : NULL;
}
