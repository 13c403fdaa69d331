/* Address ranges: which allocation or mapping a device address lies in. Lock held for all calls. */
#ifndef SIM_RANGE_H
#define SIM_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct sim_range {
    uint64_t start, size;
};

enum sim_range_set { SIM_RANGES_MEMORY, SIM_RANGES_RESERVED, SIM_RANGE_SETS };

/* The range is kept by address, it must stay where it is until removed. False if it overlaps one that is there. */
bool sim_range_add(enum sim_range_set set, struct sim_range *range);
void sim_range_remove(enum sim_range_set set, struct sim_range *range);
/* The range that holds any byte of [start, start + size), or NULL. */
struct sim_range *sim_range_find(enum sim_range_set set, uint64_t start, uint64_t size);

#endif
