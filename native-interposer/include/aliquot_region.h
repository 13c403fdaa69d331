/* The shared region: one file per share of a card, mapped by every process that uses the share.
 *
 * This layout is an ABI between the interposer and whoever reads the file (the node driver, in Java, by pread).
 * Whoever makes a share makes an empty regular file, mode 0666 in a folder of its own (containers run as any user); the first
 * process that uses it sets it up. Little endian, no pointers. The file is written by the tenant's processes, so a reader trusts no field of it.
 * A change of any offset or meaning is a new ALIQUOT_REGION_VERSION.
 *
 *   offset 0     struct aliquot_region_header   4096 bytes
 *   offset 4096  struct aliquot_slot[512]        128 bytes each
 *
 * Byte locks (F_OFD_*, advisory) on the same file:
 *   ALIQUOT_LOCK_SETUP    held while the header is written for the first time
 *   ALIQUOT_LOCK_ORDER    held by a process whose first reservation did not fit, while it tries once more
 *   ALIQUOT_LOCK_SAMPLER  held by the process whose thread measures for the share
 *   ALIQUOT_LOCK_SLOT + i held by the owner of slot i for as long as it lives; the kernel drops it with the process
 *
 * Use of the share = sum over slots that are not free of max(0, tracked) + max(0, hidden). */
#ifndef ALIQUOT_REGION_H
#define ALIQUOT_REGION_H

#include <stddef.h>
#include <stdint.h>

#define ALIQUOT_REGION_MAGIC 0x4e4f49474552514cULL /* bytes "LQREGION" in the file */
#define ALIQUOT_REGION_VERSION 1u
#define ALIQUOT_REGION_HEADER_SIZE 4096u
#define ALIQUOT_SLOT_SIZE 128u
#define ALIQUOT_SLOT_COUNT 512u
#define ALIQUOT_REGION_SIZE (ALIQUOT_REGION_HEADER_SIZE + ALIQUOT_SLOT_COUNT * ALIQUOT_SLOT_SIZE)

#define ALIQUOT_LOCK_SETUP 0
#define ALIQUOT_LOCK_ORDER 1
#define ALIQUOT_LOCK_SAMPLER 2
#define ALIQUOT_LOCK_SLOT 64

/* Flags of the region and of a slot: what could not be enforced. Set, never cleared, by the interposer. */
#define ALIQUOT_FLAG_UNROUTED 0x1u       /* a driver function of unknown identity was handed out unhooked */
#define ALIQUOT_FLAG_SLOTS_FULL 0x2u     /* a process found no slot and counts for itself alone */
#define ALIQUOT_FLAG_LIMITS_BAD 0x4u     /* a limits file could not be read and was left out */
#define ALIQUOT_FLAG_CARD_UNLIMITED 0x8u /* this container also sees a card that no limits file names */
#define ALIQUOT_FLAG_FOREIGN_DRIVER 0x10u /* a second copy of the driver (dlmopen) was seen, which is not hooked */
#define ALIQUOT_FLAG_SLOT_LOST 0x20u     /* a live slot was overwritten or taken; its owner took another */
#define ALIQUOT_FLAG_INVARIANT 0x40u     /* a counter would have become negative and was set to 0 */

/* state of a slot = generation << 8 | phase. Only these two phases exist; anything else is a scribble. */
#define ALIQUOT_SLOT_FREE 0u
#define ALIQUOT_SLOT_LIVE 1u

#ifdef __cplusplus
#define ALIQUOT_SHARED(type) type
#else
#define ALIQUOT_SHARED(type) _Atomic type
#endif

/* One way, from the node driver to the processes of the share. It writes the two answers, then the stamp, every 100 ms.
 * stamp: CLOCK_MONOTONIC in ns; a hint whose stamp is older than 500 ms, or in the future, does not exist. */
struct aliquot_hint {
    ALIQUOT_SHARED(uint64_t) stamp_ns;
    ALIQUOT_SHARED(uint32_t) device_idle;            /* 1: no other share of this card has work */
    ALIQUOT_SHARED(uint32_t) higher_priority_active; /* 1: a share of high priority on this card has work */
};
#define ALIQUOT_HINT_LIFE_NS 500000000ull

/* Compute time of the share: common to all its processes. All zero is a full bucket that nobody has used. */
struct aliquot_throttle {
    ALIQUOT_SHARED(uint32_t) correction;   /* parts per million by which the rate is corrected; 0 = not yet, as 1000000 */
    ALIQUOT_SHARED(uint32_t) measured;     /* for readers: busy parts per million of the card by this share, last sample */
    ALIQUOT_SHARED(uint64_t) beat_ns;      /* when the sampler ran last, CLOCK_MONOTONIC; 0 = never */
    ALIQUOT_SHARED(uint32_t) sampler;      /* for readers: pid of the sampler's process */
    ALIQUOT_SHARED(uint32_t) high;         /* for the node driver: 1 when a process asked for high priority and may have it */
    ALIQUOT_SHARED(uint64_t) waits;        /* for readers: launches that waited */
    ALIQUOT_SHARED(uint64_t) waited_ns;    /* for readers: how long, all together */
    ALIQUOT_SHARED(uint64_t) forgiven_ns;  /* for readers: debt above two seconds, which nobody pays */
    ALIQUOT_SHARED(uint64_t) paid_until_ns; /* the bucket (bucket.h): CLOCK_MONOTONIC up to which the time is used up */
    ALIQUOT_SHARED(uint64_t) charged_ns;   /* GPU time charged to the share, ever */
    uint8_t reserved[256 - 64];
};

struct aliquot_region_header {
    ALIQUOT_SHARED(uint64_t) magic; /* written last: a file without it is not set up */
    uint32_t version;
    uint32_t header_size;
    uint32_t slot_size;
    uint32_t slot_count;
    uint64_t region_size;
    uint8_t card_uuid[16];
    ALIQUOT_SHARED(uint64_t) limit_bytes; /* for readers; the processes obey their limits file, never this */
    ALIQUOT_SHARED(uint32_t) flags;       /* ALIQUOT_FLAG_*, of all processes ever */
    ALIQUOT_SHARED(uint32_t) slots_used;  /* no slot at or above this index was ever claimed */
    struct aliquot_hint hint;
    struct aliquot_throttle throttle;
    uint8_t reserved[ALIQUOT_REGION_HEADER_SIZE - 336];
};

/* One process. Only the owner writes it, except that anyone may free the slot of a dead owner. Bytes. */
struct aliquot_slot {
    ALIQUOT_SHARED(uint64_t) state;
    ALIQUOT_SHARED(uint32_t) pid;           /* in the owner's pid namespace */
    ALIQUOT_SHARED(uint32_t) flags;         /* ALIQUOT_FLAG_* */
    ALIQUOT_SHARED(uint64_t) pid_namespace; /* inode of /proc/self/ns/pid, 0 = unknown */
    ALIQUOT_SHARED(uint64_t) start_time;    /* field 22 of /proc/<pid>/stat, clock ticks since boot, 0 = unknown */
    ALIQUOT_SHARED(int64_t) pending;        /* asked for, not yet known to fit */
    ALIQUOT_SHARED(int64_t) tracked;        /* blocks, arrays, handles, pools, graph memory */
    ALIQUOT_SHARED(int64_t) hidden;         /* contexts and code: estimated, refused only where a program asks */
    ALIQUOT_SHARED(int64_t) host;           /* pinned host memory: for readers, no limit */
    ALIQUOT_SHARED(int64_t) peak;           /* largest tracked + hidden of this process */
    ALIQUOT_SHARED(uint64_t) refused;       /* allocations answered with CUDA_ERROR_OUT_OF_MEMORY by us */
    uint8_t reserved[48];                   /* room for the compute counters of the process */
};

#define ALIQUOT_AT(type, field, offset) \
    _Static_assert(offsetof(struct type, field) == (offset), #type "." #field " moved: the layout is an ABI")
#ifdef __cplusplus
#define _Static_assert static_assert
#endif
ALIQUOT_AT(aliquot_region_header, magic, 0);
ALIQUOT_AT(aliquot_region_header, version, 8);
ALIQUOT_AT(aliquot_region_header, header_size, 12);
ALIQUOT_AT(aliquot_region_header, slot_size, 16);
ALIQUOT_AT(aliquot_region_header, slot_count, 20);
ALIQUOT_AT(aliquot_region_header, region_size, 24);
ALIQUOT_AT(aliquot_region_header, card_uuid, 32);
ALIQUOT_AT(aliquot_region_header, limit_bytes, 48);
ALIQUOT_AT(aliquot_region_header, flags, 56);
ALIQUOT_AT(aliquot_region_header, slots_used, 60);
ALIQUOT_AT(aliquot_region_header, hint, 64);
ALIQUOT_AT(aliquot_region_header, throttle, 80);
ALIQUOT_AT(aliquot_throttle, beat_ns, 8);
ALIQUOT_AT(aliquot_throttle, high, 20);
ALIQUOT_AT(aliquot_throttle, paid_until_ns, 48);
ALIQUOT_AT(aliquot_throttle, charged_ns, 56);
ALIQUOT_AT(aliquot_slot, state, 0);
ALIQUOT_AT(aliquot_slot, pid, 8);
ALIQUOT_AT(aliquot_slot, flags, 12);
ALIQUOT_AT(aliquot_slot, pid_namespace, 16);
ALIQUOT_AT(aliquot_slot, start_time, 24);
ALIQUOT_AT(aliquot_slot, pending, 32);
ALIQUOT_AT(aliquot_slot, tracked, 40);
ALIQUOT_AT(aliquot_slot, hidden, 48);
ALIQUOT_AT(aliquot_slot, host, 56);
ALIQUOT_AT(aliquot_slot, peak, 64);
ALIQUOT_AT(aliquot_slot, refused, 72);
_Static_assert(sizeof(struct aliquot_region_header) == ALIQUOT_REGION_HEADER_SIZE, "size of the header is an ABI");
_Static_assert(sizeof(struct aliquot_throttle) == 256, "size of the throttle is an ABI");
_Static_assert(sizeof(struct aliquot_slot) == ALIQUOT_SLOT_SIZE, "size of a slot is an ABI");

#endif
