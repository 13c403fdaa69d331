/* Handles by which processes share memory. They carry what the other side needs to know; the bytes themselves are
 * not shared. */
#ifndef SIM_SHARE_H
#define SIM_SHARE_H

#include <stdint.h>

struct sim_share {
    char magic[8];
    uint32_t kind; /* enum sim_share_kind */
    int32_t pid;
    uint64_t id; /* unique on the machine */
    uint64_t size;
    uint64_t offset; /* of the pointer in its allocation */
    int32_t card;
    uint32_t location_type;
    uint32_t unused[4];
};
_Static_assert(sizeof(struct sim_share) == 64, "fits an IPC handle");

enum sim_share_kind { SIM_SHARE_MEMORY = 1, SIM_SHARE_EVENT, SIM_SHARE_VMM, SIM_SHARE_POOL, SIM_SHARE_POOL_POINTER };

/* Writes a share of this process. `*id` is made if it is 0. */
void sim_share_fill(struct sim_share *share, enum sim_share_kind kind, unsigned long long *id);
/* 1 if the 64 bytes are a share of this kind. */
int sim_share_is(const struct sim_share *share, enum sim_share_kind kind);
/* A file descriptor that carries the share, or -1; and what such a descriptor carries (0 on success). */
int sim_share_to_fd(const struct sim_share *share);
int sim_share_from_fd(struct sim_share *share, int fd);

#endif
