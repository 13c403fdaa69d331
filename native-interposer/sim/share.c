#include "share.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "state.h"

static const char magic[8] = "ALQSHARE";

void sim_share_fill(struct sim_share *share, enum sim_share_kind kind, unsigned long long *id)
{
    if (!*id) {
        sim_state_lock();
        *id = ++sim_state()->export_count;
        sim_state_unlock();
    }
    memset(share, 0, sizeof *share);
    memcpy(share->magic, magic, sizeof magic);
    share->kind = kind;
    share->pid = (int32_t)getpid();
    share->id = *id;
}

int sim_share_is(const struct sim_share *share, enum sim_share_kind kind)
{
    return memcmp(share->magic, magic, sizeof magic) == 0 && share->kind == kind;
}

int sim_share_to_fd(const struct sim_share *share)
{
    int fd = memfd_create("aliquot-sim-share", MFD_CLOEXEC);
    if (fd >= 0 && write(fd, share, sizeof *share) != (ssize_t)sizeof *share) {
        close(fd);
        return -1;
    }
    return fd;
}

int sim_share_from_fd(struct sim_share *share, int fd)
{
    return pread(fd, share, sizeof *share, 0) == (ssize_t)sizeof *share ? 0 : -1;
}
