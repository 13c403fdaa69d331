#include "range.h"

#include <search.h>
#include <stddef.h>

static void *roots[SIM_RANGE_SETS];

/* Ranges that overlap compare as equal, so the tree finds whatever holds an address. */
static int compare(const void *left, const void *right)
{
    const struct sim_range *a = left, *b = right;
    if (a->start + a->size <= b->start)
        return -1;
    return b->start + b->size <= a->start;
}

bool sim_range_add(enum sim_range_set set, struct sim_range *range)
{
    struct sim_range **found = tsearch(range, &roots[set], compare);
    return found && *found == range;
}

void sim_range_remove(enum sim_range_set set, struct sim_range *range)
{
    tdelete(range, &roots[set], compare);
}

struct sim_range *sim_range_find(enum sim_range_set set, uint64_t start, uint64_t size)
{
    struct sim_range key = {start, size ? size : 1};
    struct sim_range **found = tfind(&key, &roots[set], compare);
    return found ? *found : NULL;
}
