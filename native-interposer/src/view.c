#include "view.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "card_limits.h"
#include "cards.h"
#include "region.h"
#include "slot.h"

/* The owner's lock is held, or /proc shows the owner. By another descriptor than the one that holds locks of ours. */
static bool is_live(int fd, uint32_t index, struct aliquot_slot *slot, const struct process_identity *self)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = ALIQUOT_LOCK_SLOT + (long)index, .l_len = 1};
    struct process_identity owner = {
        .pid = atomic_load(&slot->pid),
        .pid_namespace = atomic_load(&slot->pid_namespace),
        .start_time = atomic_load(&slot->start_time),
    };
    if (fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
        return true;
    return process_is_running(&owner, self);
}

static uint64_t positive(int64_t value)
{
    return value < 0 ? 0 : (uint64_t)value;
}

static void add_slot(struct view *view, struct aliquot_slot *slot, const struct process_identity *self)
{
    uint64_t bytes = positive(atomic_load(&slot->tracked)) + positive(atomic_load(&slot->hidden));
    uint64_t peak = positive(atomic_load(&slot->peak));
    view->used += bytes;
    if (atomic_load(&slot->pid_namespace) == self->pid_namespace)
        view->process[view->count++] =
            (struct view_process){atomic_load(&slot->pid), bytes, peak > bytes ? peak : bytes};
}

static void read_slots(int fd, struct aliquot_region_header *header, struct view *view)
{
    struct aliquot_slot *slots = (void *)((char *)header + ALIQUOT_REGION_HEADER_SIZE);
    struct process_identity self = process_self();
    if (atomic_load(&header->magic) != ALIQUOT_REGION_MAGIC || header->version != ALIQUOT_REGION_VERSION)
        return;
    view->measured = atomic_load(&header->throttle.measured);
    for (uint32_t i = 0; i < ALIQUOT_SLOT_COUNT && i < atomic_load(&header->slots_used); i++)
        if (slot_counts(atomic_load(&slots[i].state)) && is_live(fd, i, &slots[i], &self))
            add_slot(view, &slots[i], &self);
}

static void read_region(struct view *view)
{
    int fd = open(view->limit.region, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return;
    if (lseek(fd, 0, SEEK_END) == ALIQUOT_REGION_SIZE) {
        void *memory = mmap(NULL, ALIQUOT_REGION_SIZE, PROT_READ, MAP_SHARED, fd, 0);
        if (memory != MAP_FAILED) {
            read_slots(fd, memory, view);
            munmap(memory, ALIQUOT_REGION_SIZE);
        }
    }
    close(fd);
}

bool view_read(const uint8_t uuid[16], int index, struct view *view)
{
    view->used = view->measured = view->count = 0;
    if (!cards_limit(index, uuid, &view->limit))
        return false;
    read_region(view);
    return true;
}

const struct view_process *view_find(const struct view *view, uint32_t pid)
{
    for (uint32_t i = 0; i < view->count; i++)
        if (view->process[i].pid == pid)
            return &view->process[i];
    return NULL;
}
