#include "region.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define HIGH_FD 900 /* out of the way of programs that count on low numbers */

/* fstat() of glibc 2.33 would raise the glibc floor. */
static bool file_status(int fd, struct stat *status)
{
    return syscall(SYS_fstat, fd, status) == 0;
}

static int set_lock(int fd, short type, long byte)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(fd, F_OFD_SETLK, &lock);
}

bool region_try_lock(const struct region *region, long byte)
{
    return region->fd < 0 || set_lock(region->fd, F_WRLCK, byte) == 0;
}

bool region_wait_lock(const struct region *region, long byte)
{
    for (int attempt = 0; attempt < 2000; attempt++) {
        if (region_try_lock(region, byte))
            return true;
        if (errno != EAGAIN && errno != EACCES && errno != EINTR)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = attempt < 200 ? 50000 : 500000}, NULL);
    }
    return false;
}

void region_unlock(const struct region *region, long byte)
{
    if (region->fd >= 0)
        set_lock(region->fd, F_UNLCK, byte);
}

static int open_high(const char *path, bool create)
{
    const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int fd = open(path, flags); /* in /tmp, O_CREAT may be refused for a file of another user that is there */
    if (fd < 0 && create && errno == ENOENT)
        fd = open(path, flags | O_CREAT, 0666);
    if (fd < 0)
        return -1;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

static bool header_fits(const struct aliquot_region_header *header)
{
    return atomic_load(&header->magic) == ALIQUOT_REGION_MAGIC && header->version == ALIQUOT_REGION_VERSION &&
           header->header_size == ALIQUOT_REGION_HEADER_SIZE && header->slot_size == ALIQUOT_SLOT_SIZE &&
           header->slot_count == ALIQUOT_SLOT_COUNT && header->region_size == ALIQUOT_REGION_SIZE;
}

static void write_header(struct aliquot_region_header *header, const struct aliquot_limit *limit)
{
    header->version = ALIQUOT_REGION_VERSION;
    header->header_size = ALIQUOT_REGION_HEADER_SIZE;
    header->slot_size = ALIQUOT_SLOT_SIZE;
    header->slot_count = ALIQUOT_SLOT_COUNT;
    header->region_size = ALIQUOT_REGION_SIZE;
    memcpy(header->card_uuid, limit->uuid, sizeof header->card_uuid);
    crash_point();
    region_store(&header->limit_bytes, limit->memory);
    region_store(&header->magic, ALIQUOT_REGION_MAGIC);
}

/* Grows an empty file to its size, with blocks: a hole on a full disk would be a SIGBUS later.
 * Beyond RLIMIT_FSIZE growing would send the program a SIGXFSZ. */
static const char *grow(int fd)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < ALIQUOT_REGION_SIZE) {
        errno = EFBIG;
        return "is larger than this process may write";
    }
    if (ftruncate(fd, ALIQUOT_REGION_SIZE) != 0)
        return "cannot be grown";
    if (syscall(SYS_fallocate, fd, 0, 0L, (long)ALIQUOT_REGION_SIZE) != 0 && errno == ENOSPC)
        return "has no room on its disk";
    return NULL;
}

static const char *map(struct region *region)
{
    void *memory = mmap(NULL, ALIQUOT_REGION_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, region->fd, 0);
    if (memory == MAP_FAILED)
        return "cannot be mapped";
    region->header = memory;
    region->slots = (struct aliquot_slot *)((char *)memory + ALIQUOT_REGION_HEADER_SIZE);
    return NULL;
}

/* Under the setup lock: a process that died here left an empty file, or zeros with or without a part of a header but
 * without the magic, and the next one starts again. */
static const char *set_up(struct region *region, const struct aliquot_limit *limit)
{
    struct stat status;
    if (!file_status(region->fd, &status))
        return "cannot be examined";
    const char *wrong = status.st_size == 0 ? grow(region->fd) : NULL;
    if (!wrong && status.st_size != 0 && status.st_size != ALIQUOT_REGION_SIZE)
        wrong = "has another size than this version of the layout";
    if (!wrong)
        wrong = map(region);
    if (wrong)
        return wrong;
    if (atomic_load(&region->header->magic) == 0)
        write_header(region->header, limit);
    return header_fits(region->header) ? NULL : "holds something else than a region of this version";
}

const char *region_open(struct region *region, const struct aliquot_limit *limit)
{
    memset(region, 0, sizeof *region);
    region->path = limit->region;
    region->fd = open_high(limit->region, limit->create);
    if (region->fd < 0)
        return errno == ENOENT ? "does not exist" : "cannot be opened for writing";
    struct stat status;
    const char *wrong = NULL;
    if (!file_status(region->fd, &status) || !S_ISREG(status.st_mode))
        wrong = "is not a regular file";
    else if (limit->create)
        fchmod(region->fd, 0666); /* other uids of the container come too; fails when it is not ours */
    region->device = status.st_dev;
    region->inode = status.st_ino;
    if (!wrong && !region_wait_lock(region, ALIQUOT_LOCK_SETUP))
        wrong = "is locked by someone else";
    if (!wrong) {
        wrong = set_up(region, limit);
        region_unlock(region, ALIQUOT_LOCK_SETUP);
    }
    if (wrong)
        region_forget(region);
    return wrong;
}

/* When even anonymous memory is refused: one for all cards, so the sums of all count for each. */
static char spare[ALIQUOT_REGION_SIZE] __attribute__((aligned(4096)));

void region_private(struct region *region, const struct aliquot_limit *limit)
{
    void *memory = mmap(NULL, ALIQUOT_REGION_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        memory = spare;
    *region = (struct region){.header = memory, .fd = -1, .path = ""};
    region->slots = (struct aliquot_slot *)((char *)memory + ALIQUOT_REGION_HEADER_SIZE);
    write_header(region->header, limit);
}

static bool still_ours(const struct region *region)
{
    struct stat status;
    return file_status(region->fd, &status) && status.st_dev == region->device && status.st_ino == region->inode;
}

void region_forget(struct region *region)
{
    if (region->fd >= 0 && still_ours(region))
        close(region->fd);
    if (region->header && (void *)region->header != spare)
        munmap(region->header, ALIQUOT_REGION_SIZE);
    region->fd = -1;
    region->header = NULL;
    region->slots = NULL;
}

bool region_reopen_if_closed(struct region *region)
{
    if (region->fd < 0 || still_ours(region))
        return false;
    int fd = open_high(region->path, false);
    struct stat status;
    if (fd < 0)
        return false;
    if (!file_status(fd, &status) || status.st_dev != region->device || status.st_ino != region->inode) {
        close(fd); /* the path leads to another file now; the old one stays mapped */
        return false;
    }
    region->fd = fd;
    return true;
}
