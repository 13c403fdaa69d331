/* A share as someone sees it who may have no part in it: nvidia-smi and the like, which never start the driver. Reads the
 * region, takes no slot. */
#ifndef ALIQUOT_VIEW_H
#define ALIQUOT_VIEW_H

#include "aliquot_limits.h"
#include "aliquot_region.h"

struct view_process {
    uint32_t pid;
    uint64_t bytes, peak;
};

struct view {
    struct aliquot_limit limit;
    uint64_t used;    /* bytes, of all live processes of the share */
    uint32_t measured; /* ppm of the card, by the sampler */
    uint32_t count;   /* processes of our pid namespace */
    struct view_process process[ALIQUOT_SLOT_COUNT];
};

/* False: the card has no share. index: its number, for the legacy variables. Big: keep it off small stacks. */
bool view_read(const uint8_t uuid[16], int index, struct view *view);

const struct view_process *view_find(const struct view *view, uint32_t pid);

#endif
