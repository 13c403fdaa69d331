/* This process's side of the timeline: what it has submitted and waits for. */
#include <stddef.h>
#include <string.h>

#include "clock.h"
#include "state.h"
#include "timeline.h"

enum { DEEPEST = 4096 };

/* Ends of the items that may still be pending, oldest first. */
static struct {
    uint64_t ends[DEEPEST];
    uint64_t head, tail;
} queues[SIM_CARDS];

static uint64_t depth(void)
{
    uint64_t wanted = sim_setting(SIM_QUEUE_DEPTH);
    return wanted < 1 ? 1 : wanted > DEEPEST ? DEEPEST : wanted;
}

static void drop_done(int card, uint64_t done)
{
    while (queues[card].head < queues[card].tail && queues[card].ends[queues[card].head % DEEPEST] <= done)
        queues[card].head++;
}

bool sim_submit(int card, uint64_t ns, uint64_t *end)
{
    struct sim_process *self = sim_self();
    bool room = true;
    if (!sim_setting(SIM_TIMELINE) || !self) {
        *end = 0;
        return true;
    }
    sim_state_lock();
    sim_timeline_update(card); /* what is done by now ends before the new item starts */
    drop_done(card, self->work_done[card]);
    room = queues[card].tail - queues[card].head < depth();
    if (room) {
        self->work_submitted[card] += ns;
        *end = self->work_submitted[card];
        queues[card].ends[queues[card].tail++ % DEEPEST] = *end;
    }
    sim_state_unlock();
    return room;
}

uint64_t sim_submitted(int card)
{
    struct sim_process *self = sim_self();
    return self ? self->work_submitted[card] : 0;
}

uint64_t sim_oldest_pending(int card)
{
    return queues[card].head < queues[card].tail ? queues[card].ends[queues[card].head % DEEPEST] : 0;
}

static uint64_t done_now(int card)
{
    struct sim_process *self = sim_self();
    sim_state_lock();
    sim_timeline_update(card);
    uint64_t done = self->work_done[card];
    sim_state_unlock();
    return done;
}

bool sim_is_done(int card, uint64_t work)
{
    return !sim_self() || done_now(card) >= work;
}

void sim_wait_done(int card, uint64_t work)
{
    for (uint64_t done; sim_self() && (done = done_now(card)) < work;)
        sim_clock_advance(work - done);
}

uint64_t sim_done_at(int card, uint64_t work, uint64_t otherwise)
{
    struct sim_process *self = sim_self();
    struct sim_timeline *timeline = &sim_state()->timelines[card];
    uint64_t at = otherwise;
    if (!self || !work)
        return otherwise;
    sim_state_lock();
    uint32_t slot = (uint32_t)(self - sim_state()->processes);
    uint64_t oldest = timeline->segments > SIM_SEGMENTS ? timeline->segments - SIM_SEGMENTS : 0;
    for (uint64_t i = timeline->segments; i > oldest; i--) {
        const struct sim_segment *segment = &timeline->ring[(i - 1) % SIM_SEGMENTS];
        if (segment->slot != slot || segment->generation != self->generation || segment->work_before >= work)
            continue;
        if (segment->work_before + (segment->end - segment->start) >= work)
            at = segment->start + (work - segment->work_before);
        break;
    }
    sim_state_unlock();
    return at;
}

void sim_abandon(int card)
{
    struct sim_process *self = sim_self();
    if (!self)
        return;
    sim_state_lock();
    sim_timeline_update(card);
    self->work_submitted[card] = self->work_done[card];
    queues[card].head = queues[card].tail;
    sim_state_unlock();
}
