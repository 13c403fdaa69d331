#include "small.h"

#include <stdlib.h>

enum { SMALL = 1 << 20, UNIT = 512, UNITS = SIM_PAGE / UNIT };

struct sim_page {
    struct sim_page *next;
    struct sim_context *context;
    enum aliquot_sim_kind kind;
    uint64_t base;
    unsigned free, first_free; /* units; none is free below first_free */
    bool used[UNITS];
};

bool sim_is_small(const struct sim_context *context, enum aliquot_sim_kind kind, uint64_t size)
{
    return context && size < SMALL && (kind == ALIQUOT_SIM_LINEAR || kind == ALIQUOT_SIM_MANAGED);
}

/* First of `count` free units in a row, UNITS if there are none. */
static unsigned find(const struct sim_page *page, unsigned count)
{
    unsigned run = 0;
    if (page->free < count)
        return UNITS;
    for (unsigned i = page->first_free; i < UNITS; i++) {
        run = page->used[i] ? 0 : run + 1;
        if (run == count)
            return i + 1 - count;
    }
    return UNITS;
}

static void mark(struct sim_page *page, unsigned from, unsigned count, bool used)
{
    for (unsigned i = from; i < from + count; i++)
        page->used[i] = used;
    page->free = used ? page->free - count : page->free + count;
    if (used && from == page->first_free)
        page->first_free = from + count;
    if (!used && from < page->first_free)
        page->first_free = from;
}

static CUresult new_page(struct sim_page **out, struct sim_context *context, enum aliquot_sim_kind kind)
{
    CUresult result = sim_charge(context->object.card, kind, SIM_PAGE);
    if (result != CUDA_SUCCESS)
        return result;
    struct sim_page *page = calloc(1, sizeof *page);
    uint64_t base = page ? sim_address_space(SIM_PAGE, SIM_PAGE, 0) : 0;
    if (!base) {
        free(page);
        sim_credit(context->object.card, kind, SIM_PAGE);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *page = (struct sim_page){.next = context->small_pages, .context = context, .kind = kind, .base = base, .free = UNITS};
    context->small_pages = page;
    *out = page;
    return CUDA_SUCCESS;
}

CUresult sim_small_take(struct sim_page **out, uint64_t *address, struct sim_context *context,
                        enum aliquot_sim_kind kind, uint64_t size)
{
    unsigned count = (unsigned)((size + UNIT - 1) / UNIT), at = UNITS;
    struct sim_page *page = context->small_pages;
    for (; page; page = page->next)
        if (page->kind == kind && (at = find(page, count)) < UNITS)
            break;
    if (!page) {
        CUresult result = new_page(&page, context, kind);
        if (result != CUDA_SUCCESS)
            return result;
        at = 0;
    }
    mark(page, at, count, true);
    *out = page;
    *address = page->base + (uint64_t)at * UNIT;
    return CUDA_SUCCESS;
}

void sim_small_give(struct sim_page *page, uint64_t address, uint64_t size)
{
    mark(page, (unsigned)((address - page->base) / UNIT), (unsigned)((size + UNIT - 1) / UNIT), false);
    if (page->free < UNITS)
        return;
    struct sim_page **link = &page->context->small_pages;
    while (*link != page)
        link = &(*link)->next;
    *link = page->next;
    sim_credit(page->context->object.card, page->kind, SIM_PAGE);
    sim_address_space_end(page->base, SIM_PAGE);
    free(page);
}
