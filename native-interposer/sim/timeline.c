#include "timeline.h"

#include "clock.h"
#include "state.h"

static bool has_work(const struct sim_process *process, int card)
{
    return process->state && process->work_done[card] < process->work_submitted[card];
}

static void record(struct sim_timeline *timeline, const struct sim_process *process, uint32_t slot, int card,
                   uint64_t ns)
{
    struct sim_segment *last = &timeline->ring[(timeline->segments - 1) % SIM_SEGMENTS];
    if (timeline->segments && last->slot == slot && last->generation == process->generation &&
        last->end == timeline->now && last->work_before + (last->end - last->start) == process->work_done[card]) {
        last->end += ns;
        return;
    }
    timeline->ring[timeline->segments % SIM_SEGMENTS] = (struct sim_segment){
        timeline->now, timeline->now + ns, process->work_done[card], slot, process->generation};
    timeline->segments++;
}

/* Slots with work; the one whose turn it is comes first. */
static int waiting_slots(const struct sim_state *state, int card, uint32_t *slots)
{
    int count = 0;
    for (uint32_t i = 0; i < SIM_PROCESSES; i++) {
        uint32_t slot = (state->timelines[card].turn + i) % SIM_PROCESSES;
        if (has_work(&state->processes[slot], card))
            slots[count++] = slot;
    }
    return count;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Runs the first slot of the list to the end of its slice, of its work or of the time; true when its turn is over. */
static bool run_first(struct sim_state *state, int card, uint32_t slot, bool alone, uint64_t until)
{
    struct sim_timeline *timeline = &state->timelines[card];
    struct sim_process *process = &state->processes[slot];
    uint64_t slice = state->settings[SIM_SLICE_NS];
    if (timeline->turn != slot) {
        timeline->turn = slot;
        timeline->turn_used = 0;
    }
    if (alone || timeline->turn_used >= slice)
        timeline->turn_used = 0;
    uint64_t ns = least(until - timeline->now, process->work_submitted[card] - process->work_done[card]);
    if (!alone && slice)
        ns = least(ns, slice - timeline->turn_used);
    record(timeline, process, slot, card, ns);
    process->work_done[card] += ns;
    timeline->now += ns;
    timeline->turn_used += ns;
    return !has_work(process, card) || (!alone && timeline->turn_used >= slice);
}

static void run_until(struct sim_state *state, int card, uint64_t until)
{
    struct sim_timeline *timeline = &state->timelines[card];
    uint32_t slots[SIM_PROCESSES];
    int count = waiting_slots(state, card, slots);
    while (count && timeline->now < until) {
        uint32_t first = slots[0];
        if (!run_first(state, card, first, count == 1, until))
            continue;
        timeline->turn_used = 0;
        timeline->turn = (first + 1) % SIM_PROCESSES;
        count = waiting_slots(state, card, slots);
    }
    if (timeline->now < until)
        timeline->now = until;
}

void sim_timeline_update(int card)
{
    struct sim_state *state = sim_state();
    struct sim_timeline *timeline = &state->timelines[card];
    uint64_t now = sim_clock_now();
    if (now < timeline->now && timeline->now - now > 1000000000u)
        timeline->now = now; /* another clock than before */
    if (timeline->now == 0)
        timeline->now = now;
    run_until(state, card, now);
}

uint64_t sim_busy_ns(const struct sim_timeline *timeline, int slot, uint64_t from, uint64_t to)
{
    uint64_t busy = 0;
    uint64_t oldest = timeline->segments > SIM_SEGMENTS ? timeline->segments - SIM_SEGMENTS : 0;
    for (uint64_t i = timeline->segments; i > oldest; i--) {
        const struct sim_segment *segment = &timeline->ring[(i - 1) % SIM_SEGMENTS];
        if (segment->end <= from)
            break;
        uint64_t start = segment->start > from ? segment->start : from, end = least(segment->end, to);
        if (end > start && (slot < 0 || segment->slot == (uint32_t)slot))
            busy += end - start;
    }
    return busy;
}
