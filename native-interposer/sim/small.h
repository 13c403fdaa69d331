/* Allocations under 1 MiB share pages of 2 MiB, which hold the allocations of one context and kind. A page is charged while it
 * holds anything. Lock held for all calls. */
#ifndef SIM_SMALL_H
#define SIM_SMALL_H

#include "allocation.h"

struct sim_page; /* of small allocations */

bool sim_is_small(const struct sim_context *context, enum aliquot_sim_kind kind, uint64_t size);
CUresult sim_small_take(struct sim_page **page, uint64_t *address, struct sim_context *context,
                        enum aliquot_sim_kind kind, uint64_t size);
void sim_small_give(struct sim_page *page, uint64_t address, uint64_t size);

#endif
