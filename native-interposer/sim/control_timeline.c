/* The functions of sim_control.h that concern time, and the reset. */
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "context.h"
#include "entry.h"
#include "faults.h"
#include "graph.h"
#include "graph_memory.h"
#include "launch.h"
#include "pool.h"
#include "sim_control.h"
#include "state.h"
#include "timeline.h"
#include "vmm.h"

uint64_t aliquot_sim_now_ns(void)
{
    return sim_clock_now();
}

void aliquot_sim_advance_ns(uint64_t ns)
{
    sim_clock_advance(ns);
}

int aliquot_sim_kernel_ns(const char *kernel, uint64_t ns)
{
    char key[160], value[32];
    snprintf(key, sizeof key, "kernel.%s", kernel);
    snprintf(value, sizeof value, "%llu", (unsigned long long)ns);
    return aliquot_sim_set(key, value);
}

uint64_t aliquot_sim_gpu_ns(int card, int pid)
{
    struct sim_state *state = sim_state();
    uint64_t sum = 0;
    if (card < 0 || card >= (int)state->card_count)
        return 0;
    sim_state_lock();
    sim_timeline_update(card);
    for (int i = 0; i < SIM_PROCESSES; i++)
        if (state->processes[i].state && (!pid || state->processes[i].pid == pid))
            sum += state->processes[i].work_done[card];
    sim_state_unlock();
    return sum;
}

uint64_t aliquot_sim_kernels(void)
{
    return sim_kernels_launched();
}

static void end_all(enum sim_type type)
{
    for (void *object; (object = sim_object_newest(type, NULL));)
        sim_object_end(object);
}

/* Graphs own nodes and child graphs; allocations of pools and graphs belong to no context. */
static void end_everything(void)
{
    struct sim_exec *exec;
    void *object;
    sim_vmm_end();
    while ((object = sim_object_newest(SIM_CONTEXT_OBJECT, NULL)))
        sim_context_end(object);
    while ((exec = sim_object_newest(SIM_GRAPH_EXEC, NULL))) {
        sim_graph_end(exec->graph);
        sim_object_end(exec);
    }
    for (struct sim_graph *graph = sim_object_newest(SIM_GRAPH_OBJECT, NULL); graph;
         graph = sim_object_newest(SIM_GRAPH_OBJECT, NULL)) {
        while (graph->parent)
            graph = graph->parent;
        sim_graph_end(graph);
    }
    while ((object = sim_object_newest(SIM_ALLOCATION, NULL)))
        sim_allocation_end(object);
    sim_pools_end();
    sim_graph_memory_reset();
    for (int type = 0; type < SIM_TYPES; type++)
        end_all((enum sim_type)type);
}

void aliquot_sim_reset(void)
{
    struct sim_state *state = sim_state();
    {
        SIM_GUARD;
        sim_stack_clear();
        end_everything();
        sim_clear_double_frees();
    }
    sim_clear_counters();
    sim_kernels_clear();
    sim_clear_initialised();
    aliquot_sim_clear_faults();
    for (uint32_t card = 0; card < state->card_count; card++) {
        struct sim_memory memory = sim_memory_of((int)card);
        sim_state_lock();
        state->cards[card].peak = memory.used;
        sim_state_unlock();
    }
}
