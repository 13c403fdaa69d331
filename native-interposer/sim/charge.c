#include "charge.h"

#include "state.h"

static uint64_t used_by(const struct sim_process *process, int card)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < ALIQUOT_SIM_HOST; kind++)
        sum += process->bytes[card][kind];
    return sum;
}

static uint64_t used_by_all(const struct sim_state *state, int card)
{
    uint64_t sum = 0;
    for (int i = 0; i < SIM_PROCESSES; i++)
        if (state->processes[i].state)
            sum += used_by(&state->processes[i], card);
    return sum;
}

static uint64_t capacity(const struct sim_state *state, int card)
{
    uint64_t reserved = state->settings[SIM_RESERVED_BYTES];
    uint64_t bytes = state->cards[card].bytes;
    return bytes > reserved ? bytes - reserved : 0;
}

/* Lock of the state held. */
static CUresult take(struct sim_state *state, struct sim_process *self, int card, int kind, uint64_t bytes)
{
    uint64_t used = 0;
    if (kind != ALIQUOT_SIM_HOST) {
        sim_sweep();
        used = used_by_all(state, card);
        if (bytes > capacity(state, card) || used > capacity(state, card) - bytes)
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    self->bytes[card][kind] += bytes;
    if (used + bytes > state->cards[card].peak && kind != ALIQUOT_SIM_HOST)
        state->cards[card].peak = used + bytes;
    if (used_by(self, card) > self->peak[card])
        self->peak[card] = used_by(self, card);
    return CUDA_SUCCESS;
}

CUresult sim_charge(int card, enum aliquot_sim_kind kind, uint64_t bytes)
{
    struct sim_state *state = sim_state();
    struct sim_process *self = sim_self();
    if (!self)
        return CUDA_ERROR_OUT_OF_MEMORY;
    sim_state_lock();
    CUresult result = take(state, self, card, kind, bytes);
    sim_state_unlock();
    return result;
}

void sim_credit(int card, enum aliquot_sim_kind kind, uint64_t bytes)
{
    struct sim_process *self = sim_self();
    if (!self)
        return;
    sim_state_lock();
    uint64_t *held = &self->bytes[card][kind];
    *held -= bytes < *held ? bytes : *held;
    sim_state_unlock();
}

struct sim_memory sim_memory_of(int card)
{
    struct sim_state *state = sim_state();
    sim_state_lock();
    sim_sweep();
    struct sim_memory memory = {.total = capacity(state, card), .used = used_by_all(state, card)};
    sim_state_unlock();
    memory.free = memory.total > memory.used ? memory.total - memory.used : 0;
    return memory;
}
