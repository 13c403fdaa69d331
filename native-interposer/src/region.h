/* The mapped file of a share, and its byte locks. */
#ifndef ALIQUOT_REGION_FILE_H
#define ALIQUOT_REGION_FILE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "aliquot_limits.h"
#include "aliquot_region.h"

struct region {
    struct aliquot_region_header *header;
    struct aliquot_slot *slots;
    int fd; /* -1: memory of this process alone, there is nothing to lock */
    uint64_t device, inode;
    const char *path;
};

/* Maps the region file of a limit; sets it up when it is empty. NULL on success, else what is wrong with it, and
 * nothing is open. Never repairs a file that holds something else. The path must outlive the region. */
const char *region_open(struct region *region, const struct aliquot_limit *limit);

/* The same layout in private memory: what counts for this process alone. */
void region_private(struct region *region, const struct aliquot_limit *limit);

/* In a forked child: drops the descriptor, with it our part in the parent's locks, and the mapping. */
void region_forget(struct region *region);

/* Byte locks (F_OFD_SETLK). Trying never blocks; waiting gives up after about a second. */
bool region_try_lock(const struct region *region, long byte);
bool region_wait_lock(const struct region *region, long byte);
void region_unlock(const struct region *region, long byte);

/* The program may close descriptors that it doesn't know (closefrom). True when ours was gone and is open again:
 * all locks of it are lost then. */
bool region_reopen_if_closed(struct region *region);

/* Every store into the region that must survive a SIGKILL right after it goes through these two: test builds kill
 * the process there. */
#ifdef ALIQUOT_TEST
void crash_point(void);
#else
#define crash_point() ((void)0)
#endif
#define region_store(field, value) (atomic_store((field), (value)), crash_point())
#define region_add(field, value) (atomic_fetch_add((field), (value)), crash_point())

#endif
