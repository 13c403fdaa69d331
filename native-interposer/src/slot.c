#include "slot.h"

static void clear_counters(struct aliquot_slot *slot)
{
    region_store(&slot->pending, 0);
    region_store(&slot->tracked, 0);
    region_store(&slot->hidden, 0);
    region_store(&slot->host, 0);
    region_store(&slot->peak, 0);
    region_store(&slot->refused, 0);
    region_store(&slot->flags, 0);
}

static void raise_slots_used(struct aliquot_region_header *header, uint32_t count)
{
    uint32_t seen = atomic_load(&header->slots_used);
    while (seen < count && !atomic_compare_exchange_weak(&header->slots_used, &seen, count))
        ;
    crash_point();
}

/* Under the slot's lock. The state comes last: until then the slot is free, and a death here leaves nothing. */
static uint64_t occupy(const struct region *region, uint32_t index, const struct process_identity *self)
{
    struct aliquot_slot *slot = &region->slots[index];
    clear_counters(slot);
    region_store(&slot->pid, self->pid);
    region_store(&slot->pid_namespace, self->pid_namespace);
    region_store(&slot->start_time, self->start_time);
    raise_slots_used(region->header, index + 1);
    uint64_t state = (atomic_load(&slot->state) & ~0xffull) | ALIQUOT_SLOT_LIVE;
    region_store(&slot->state, state);
    return state;
}

static uint32_t claim_free(const struct region *region, const struct process_identity *self, uint64_t *state)
{
    for (uint32_t i = 0; i < ALIQUOT_SLOT_COUNT; i++) {
        if (slot_counts(atomic_load(&region->slots[i].state)) || !region_try_lock(region, ALIQUOT_LOCK_SLOT + (long)i))
            continue;
        if (!slot_counts(atomic_load(&region->slots[i].state))) {
            *state = occupy(region, i, self);
            return i;
        }
        region_unlock(region, ALIQUOT_LOCK_SLOT + (long)i);
    }
    return SLOT_NONE;
}

static bool owner_runs(struct aliquot_slot *slot, const struct process_identity *self)
{
    struct process_identity owner = {
        .pid = atomic_load(&slot->pid),
        .pid_namespace = atomic_load(&slot->pid_namespace),
        .start_time = atomic_load(&slot->start_time),
    };
    bool is_us = owner.pid == self->pid && owner.pid_namespace == self->pid_namespace &&
                 owner.start_time == self->start_time;
    return !is_us && process_is_running(&owner, self); /* we, with a free lock: from before an exec */
}

/* Under the slot's lock. Counters first: a death in between leaves a dead slot that counts too little of nothing. */
static void free_dead(struct aliquot_slot *slot)
{
    uint64_t state = atomic_load(&slot->state);
    clear_counters(slot);
    region_store(&slot->state, ((state >> 8) + 1) << 8 | ALIQUOT_SLOT_FREE);
}

void slot_sweep(const struct region *region, const struct process_identity *self, uint32_t own)
{
    uint32_t used = atomic_load(&region->header->slots_used);
    if (region->fd < 0)
        return;
    for (uint32_t i = 0; i < used && i < ALIQUOT_SLOT_COUNT; i++) {
        struct aliquot_slot *slot = &region->slots[i];
        if (i == own || !slot_counts(atomic_load(&slot->state)) ||
            !region_try_lock(region, ALIQUOT_LOCK_SLOT + (long)i))
            continue;
        if (slot_counts(atomic_load(&slot->state)) && !owner_runs(slot, self))
            free_dead(slot);
        region_unlock(region, ALIQUOT_LOCK_SLOT + (long)i);
    }
}

uint32_t slot_claim(const struct region *region, const struct process_identity *self, uint64_t *state)
{
    slot_sweep(region, self, SLOT_NONE);
    return claim_free(region, self, state);
}
