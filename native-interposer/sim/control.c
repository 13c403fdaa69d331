/* The functions of sim_control.h that concern memory, faults and symbols. */
#include "sim_control.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "allocation.h"
#include "entry.h"
#include "faults.h"
#include "state.h"

int aliquot_sim_set(const char *key, const char *value)
{
    sim_state_lock();
    bool fine = key && value && strcmp(key, "cards") != 0 && sim_setting_store(sim_state(), key, value);
    sim_state_unlock();
    return fine ? 0 : -1;
}

int aliquot_sim_set_cards(const char *rows)
{
    uint64_t used = 0;
    for (int card = 0; card < (int)sim_state()->card_count; card++)
        used += sim_memory_of(card).used;
    if (used || !rows)
        return -1;
    sim_state_lock();
    bool fine = sim_cards_store(sim_state(), rows);
    sim_state_unlock();
    return fine ? 0 : -1;
}

/* The driver's list doesn't hold the names of NVML, whose faults are in the same table. */
static bool may_fail(const char *symbol)
{
    return sim_symbol_index(symbol) >= 0 || strncmp(symbol, "nvml", 4) == 0;
}

int aliquot_sim_fail(const char *symbol, unsigned nth, unsigned times, int code)
{
    if (!may_fail(symbol))
        return -1;
    sim_state_lock();
    bool fine = sim_fault_add(sim_state(), symbol, (int)getpid(), nth, times, code);
    sim_state_unlock();
    return fine ? 0 : -1;
}

int aliquot_sim_latency(const char *symbol, uint64_t ns)
{
    if (!may_fail(symbol))
        return -1;
    sim_state_lock();
    bool fine = sim_latency_add(sim_state(), symbol, (int)getpid(), ns);
    sim_state_unlock();
    return fine ? 0 : -1;
}

int aliquot_sim_hide(const char *symbol, int hidden)
{
    int row = sim_symbol_index(symbol);
    if (row < 0)
        return -1;
    sim_state()->hidden[row] = hidden != 0;
    return 0;
}

int aliquot_sim_split(const char *symbol, int split)
{
    int row = sim_symbol_index(symbol);
    bool all = symbol && strcmp(symbol, "*") == 0;
    for (int i = 0; i < SIM_SYMBOLS; i++)
        if (all || i == row)
            sim_state()->split[i] = split != 0;
    return row >= 0 || all ? 0 : -1;
}

void aliquot_sim_clear_faults(void)
{
    sim_state_lock();
    sim_faults_clear(sim_state(), (int)getpid());
    sim_state_unlock();
    for (int i = 0; i < SIM_SYMBOLS; i++)
        sim_state()->hidden[i] = sim_state()->split[i] = 0;
}

uint64_t aliquot_sim_calls(const char *symbol)
{
    int row = sim_symbol_index(symbol);
    return row < 0 ? 0 : sim_calls(row);
}

uint64_t aliquot_sim_unsupported_calls(void)
{
    return sim_unsupported();
}

uint64_t aliquot_sim_double_frees(void)
{
    SIM_GUARD;
    return sim_double_frees();
}

static uint64_t bytes_of(const struct sim_process *process, int card, int kind)
{
    uint64_t sum = 0;
    for (int i = 0; i < ALIQUOT_SIM_KINDS; i++)
        if (kind == i || (kind < 0 && i != ALIQUOT_SIM_HOST))
            sum += process->bytes[card][i];
    return sum;
}

uint64_t aliquot_sim_bytes(int card, int kind, int pid)
{
    uint64_t sum = 0;
    struct sim_state *state = sim_state();
    if (card < 0 || card >= SIM_CARDS)
        return 0;
    sim_state_lock();
    sim_sweep();
    for (int i = 0; i < SIM_PROCESSES; i++)
        if (state->processes[i].state && (pid == 0 || state->processes[i].pid == pid))
            sum += bytes_of(&state->processes[i], card, kind);
    sim_state_unlock();
    return sum;
}

uint64_t aliquot_sim_peak_bytes(int card)
{
    return card >= 0 && card < SIM_CARDS ? sim_state()->cards[card].peak : 0;
}

uint64_t aliquot_sim_live(const char *type)
{
    SIM_GUARD;
    int which = type ? sim_type_by_name(type) : -1;
    return type && which < 0 ? 0 : sim_object_count(which);
}

const char *aliquot_sim_symbol_of(const void *address)
{
    int row = sim_symbol_at(address);
    return row < 0 ? NULL : sim_rows[row].symbol;
}

int aliquot_sim_supported(const char *symbol)
{
    int row = sim_symbol_index(symbol);
    if (row < 0)
        return -1;
    return sim_rows[row].entry != sim_rows[row].stub;
}
