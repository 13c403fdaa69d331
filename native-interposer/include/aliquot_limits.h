/* Limits of the cards of a container, from files that only the node driver can write.
 *
 * One file per request of a claim, /etc/aliquot/limits.d/<claim uid>-<request>, read once per process.
 * Syntax: lines `key=value` that end in a newline; no spaces around key, '=' or value; a line that starts with '#'
 * and an empty line are skipped; each key at most once; an unknown key makes the file bad; at most 4096 bytes.
 *
 *   version=1                                      required, first key
 *   uuid=GPU-8-4-4-4-12 hex digits (or MIG-…)      required: the card
 *   memory=<bytes, decimal, at least 1>            required: limit of the share
 *   region=/absolute/path                          required: the share's region file (aliquot_region.h)
 *   cores=<0…100>                                  percent of compute time; 0 or 100 = no limit; default 0
 *   context=<bytes, decimal>                       what one context costs on this card; default 350 MiB
 *   priority=high                                  the tenant may ask for high priority; default: may not
 *   policy=soft | force | default                  soft: may use the card while it is idle otherwise; default: default,
 *                                                  a hard limit; force: the same, said aloud
 *
 * Several files may name one card: the smallest memory limit and its region count (first file name among equals),
 * and the smallest cores limit; a priority or a soft policy counts only when all of them allow it. A bad file is left out, reported on stderr and flagged in the regions that are
 * attached. A card without a file is not limited, and flagged. What cannot be read for want of descriptors, memory or
 * permission, and more than 64 cards, mean that no memory is given: they could hide the file that counts.
 *
 * Only when there is no usable file, these variables are read (never when there is one: environment raises nothing):
 *   CUDA_DEVICE_MEMORY_LIMIT_<i>, else CUDA_DEVICE_MEMORY_LIMIT   bytes, or with suffix k, m, g (any case, 1024)
 *   CUDA_DEVICE_SM_LIMIT_<i>, else CUDA_DEVICE_SM_LIMIT           percent
 *   CUDA_DEVICE_MEMORY_SHARED_CACHE                               the region file is this path + ".aliquot-<uuid>"
 *   GPU_CORE_UTILIZATION_POLICY=disable                            no limit of compute time
 * where i is the number of the card as CUDA shows it. 0 or absent = no limit; a malformed value is reported and
 * counts as absent.
 *
 * Read always, since they only lower: GPU_CORE_UTILIZATION_POLICY=force (a soft share becomes hard). CUDA_TASK_PRIORITY=0
 * asks for high priority, which only a file can allow. */
#ifndef ALIQUOT_LIMITS_H
#define ALIQUOT_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALIQUOT_LIMITS_DIR "/etc/aliquot/limits.d"
#define ALIQUOT_LIMITS_FILE_MAX 4096
#define ALIQUOT_PATH_MAX 1024
#define ALIQUOT_CONTEXT_DEFAULT (350ull << 20)
#define ALIQUOT_CACHE_DEFAULT "/tmp/cudevshr.cache"

struct aliquot_limit {
    uint8_t uuid[16];
    uint64_t memory;  /* bytes, > 0 */
    uint64_t context; /* bytes */
    uint32_t cores;   /* percent, 0 = no limit */
    bool may_be_high; /* priority=high */
    bool soft;        /* policy=soft */
    bool create;      /* the region file may be made by us (legacy variables) */
    char region[ALIQUOT_PATH_MAX];
};

#endif
