/* What the NVML hooks have in common: whose share a device handle is, and which processes are the container's. */
#ifndef ALIQUOT_NVML_SHARE_H
#define ALIQUOT_NVML_SHARE_H

#include "nvml_types.h"
#include "view.h"

#define EXPORT __attribute__((visibility("default")))

enum { NVML_LIST_MAX = 512 }; /* processes of a card that are looked at */

/* The share of a device. False: it has none, the call passes. */
bool nvml_share(nvmlDevice_t device, struct view *view);

/* Utilisation of the container's own processes, by one process each, of samples newer than `since` (us). NVML shows the
 * processes of other containers too, with pids of the host: only pids are accepted that are live in the share, that NVML
 * lists in this pid namespace, and that no other process shares. Gives their number, *result the driver's answer.
 * NVML_ERROR_NO_DATA in *result: its pids can't be told from ours. */
unsigned nvml_own_samples(nvmlDevice_t device, const struct view *view, unsigned long long since,
                          nvmlProcessUtilizationSample_t own[ALIQUOT_SLOT_COUNT], nvmlReturn_t *result);

/* Their sum, in whole percent, and the time of the newest. */
struct nvml_busy { unsigned sm, memory; unsigned long long stamp; };
struct nvml_busy nvml_sum(const nvmlProcessUtilizationSample_t *own, unsigned count);

/* The same sum from the other side: the card's use without that of other processes. Every sample is rounded to whole
 * percent, so of two sums the one of fewer samples is the better one. own_sm when that is the sum of the own ones. */
unsigned nvml_best_sum(nvmlDevice_t device, unsigned own_sm, unsigned own_count, unsigned long long since);

/* The container's utilisation over about the last second, from samples, else as the sampler measured it. */
struct nvml_busy nvml_own_busy(nvmlDevice_t device, const struct view *view);

#endif
