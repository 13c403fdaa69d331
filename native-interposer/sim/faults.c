#include "faults.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "state.h"

static bool is_for(const struct sim_fault *fault, const char *symbol)
{
    return fault->symbol[0] && (fault->pid == 0 || fault->pid == (int)getpid()) && strcmp(fault->symbol, symbol) == 0;
}

int sim_fault_now(const char *symbol)
{
    struct sim_state *state = sim_state();
    uint64_t latency = 0;
    int code = 0;
    sim_state_lock();
    for (int i = 0; i < SIM_FAULTS; i++) {
        struct sim_fault *fault = &state->faults[i];
        if (!is_for(fault, symbol))
            continue;
        latency += fault->latency_ns;
        if (!fault->times)
            continue;
        if (fault->skip) {
            fault->skip--;
        } else {
            fault->times--;
            code = fault->code;
            if (!fault->times) {
                fault->symbol[0] = 0;
                state->fault_count--;
            }
        }
    }
    sim_state_unlock();
    if (latency)
        sim_clock_advance(latency);
    return code;
}

static struct sim_fault *free_row(struct sim_state *state)
{
    for (int i = 0; i < SIM_FAULTS; i++)
        if (!state->faults[i].symbol[0]) {
            memset(&state->faults[i], 0, sizeof state->faults[i]);
            return &state->faults[i];
        }
    return NULL;
}

bool sim_fault_add(struct sim_state *state, const char *symbol, int pid, unsigned nth, unsigned times, int code)
{
    struct sim_fault *fault = free_row(state);
    if (!fault)
        return false;
    snprintf(fault->symbol, sizeof fault->symbol, "%s", symbol);
    fault->pid = pid;
    fault->skip = nth ? nth - 1 : 0;
    fault->times = times ? times : 1;
    fault->code = code;
    state->fault_count++;
    return true;
}

bool sim_latency_add(struct sim_state *state, const char *symbol, int pid, uint64_t ns)
{
    struct sim_fault *fault = free_row(state);
    if (!fault)
        return false;
    snprintf(fault->symbol, sizeof fault->symbol, "%s", symbol);
    fault->pid = pid;
    fault->latency_ns = ns;
    state->fault_count++;
    return true;
}

void sim_faults_clear(struct sim_state *state, int pid)
{
    uint32_t left = 0;
    for (int i = 0; i < SIM_FAULTS; i++) {
        struct sim_fault *fault = &state->faults[i];
        if (pid < 0 || fault->pid == pid)
            fault->symbol[0] = 0;
        left += fault->symbol[0] != 0;
    }
    state->fault_count = left;
}
