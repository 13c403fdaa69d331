/* Command tool over the state file of the simulated cards (ALIQUOT_SIM_STATE). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "faults.h"
#include "state.h"
#include "timeline.h"

static const char *const row_names[] = {
#include "symbols.names"
};
static const char *const setting_names[] = {
#define X(id, name, value) name,
    SIM_SETTING_ROWS(X)
#undef X
};
static const char *const kinds[] = {"linear", "managed", "array", "pool", "vmm", "graph", "context", "code", "host"};

static int usage(void)
{
    fputs("usage: simctl COMMAND\n"
          "  show                          cards, processes and their memory\n"
          "  init                          a new state file from the environment (no process may use it)\n"
          "  set NAME VALUE                a setting, \"kernel.<name>\" or \"cards\"\n"
          "  settings                      all settings\n"
          "  fail SYMBOL CODE [NTH [TIMES [PID]]]   the NTH next call returns CODE\n"
          "  latency SYMBOL DURATION [PID] every call takes this long\n"
          "  hide|unhide SYMBOL            cuGetProcAddress does not find it\n"
          "  split|join SYMBOL|*           cuGetProcAddress gives another address than dlsym\n"
          "  xid CARD CODE                 the card has a critical error\n"
          "  clear                         no faults any more\n"
          "  calls [SYMBOL]                calls by all processes\n"
          "  advance DURATION              the virtual clock\n",
          stderr);
    return 2;
}

static int fail(const char *what, const char *value)
{
    fprintf(stderr, "simctl: %s: %s\n", what, value);
    return 1;
}

static int index_of(const char *symbol)
{
    for (size_t i = 0; i < sizeof row_names / sizeof *row_names; i++)
        if (strcmp(row_names[i], symbol) == 0)
            return (int)i;
    return -1;
}

static uint64_t card_bytes(const struct sim_process *process, uint32_t card)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < ALIQUOT_SIM_HOST; kind++)
        sum += process->bytes[card][kind];
    return sum;
}

static void show_process(const struct sim_process *process, uint32_t card)
{
    if (!card_bytes(process, card) && !process->contexts[card])
        return;
    printf("    pid %-8d host %-8d %6" PRIu64 " MiB  gpu %8.1f ms  %s\n", process->pid, process->host_pid,
           card_bytes(process, card) >> 20, (double)process->work_done[card] / 1e6, process->name);
    printf("     ");
    for (int kind = 0; kind < ALIQUOT_SIM_KINDS; kind++)
        if (process->bytes[card][kind])
            printf(" %s %" PRIu64, kinds[kind], process->bytes[card][kind]);
    printf("\n");
}

static int show(struct sim_state *state)
{
    sim_sweep();
    for (uint32_t card = 0; card < state->card_count; card++) {
        uint64_t used = 0;
        for (int i = 0; i < SIM_PROCESSES; i++)
            used += card_bytes(&state->processes[i], card);
        printf("card %u  %s  %04x:%02x:%02x.0  used %" PRIu64 " of %" PRIu64 " MiB, peak %" PRIu64 "\n", card,
               state->cards[card].name, state->cards[card].pci_domain, state->cards[card].pci_bus,
               state->cards[card].pci_device, used >> 20, state->cards[card].bytes >> 20,
               state->cards[card].peak >> 20);
        for (int i = 0; i < SIM_PROCESSES; i++)
            if (state->processes[i].state)
                show_process(&state->processes[i], card);
    }
    return 0;
}

static int init(void)
{
    if (unlink(sim_state_path()) != 0 && access(sim_state_path(), F_OK) == 0)
        return fail("cannot remove", sim_state_path());
    struct sim_state *state = sim_state();
    sim_state_lock();
    sim_apply_environment(state);
    sim_state_unlock();
    return 0;
}

static int settings(const struct sim_state *state)
{
    for (int i = 0; i < SIM_SETTINGS; i++)
        printf("%-20s %" PRIu64 "\n", setting_names[i], (uint64_t)state->settings[i]);
    for (uint32_t i = 0; i < state->kernel_count; i++)
        printf("kernel.%-13s %" PRIu64 "\n", state->kernels[i].name, state->kernels[i].ns);
    return 0;
}

static int calls(const struct sim_state *state, const char *symbol)
{
    if (symbol && index_of(symbol) < 0)
        return fail("no such symbol", symbol);
    for (size_t i = 0; i < sizeof row_names / sizeof *row_names; i++)
        if (symbol ? strcmp(row_names[i], symbol) == 0 : state->calls[i] > 0)
            printf("%-50s %" PRIu64 "\n", row_names[i], (uint64_t)state->calls[i]);
    return 0;
}

static int mark(_Atomic uint8_t *marks, const char *symbol, uint8_t value)
{
    int row = index_of(symbol);
    if (row < 0 && strcmp(symbol, "*") != 0)
        return fail("no such symbol", symbol);
    for (size_t i = 0; i < sizeof row_names / sizeof *row_names; i++)
        if (row < 0 || (int)i == row)
            marks[i] = value;
    return 0;
}

static int number(char **arguments, int count, int at, int otherwise)
{
    return at < count ? atoi(arguments[at]) : otherwise;
}

static int fault(struct sim_state *state, char **a, int n)
{
    uint64_t ns;
    if (index_of(a[1]) < 0 && strncmp(a[1], "nvml", 4) != 0)
        return fail("no such symbol", a[1]);
    if (strcmp(a[0], "latency") == 0)
        return sim_parse_number(a[2], &ns) && sim_latency_add(state, a[1], number(a, n, 3, 0), ns)
                   ? 0
                   : fail("not a duration, or too many faults", a[2]);
    return sim_fault_add(state, a[1], number(a, n, 5, 0), (unsigned)number(a, n, 3, 1), (unsigned)number(a, n, 4, 1),
                         atoi(a[2]))
               ? 0
               : fail("too many faults", a[1]);
}

static int clear(struct sim_state *state)
{
    sim_faults_clear(state, -1);
    for (int i = 0; i < SIM_SYMBOL_BITS; i++)
        state->hidden[i] = state->split[i] = 0;
    return 0;
}

static int critical_error(struct sim_state *state, int card, uint32_t xid)
{
    if (card < 0 || card >= (int)state->card_count)
        return fail("no such card", "");
    uint64_t before = state->xids[card];
    state->xids[card] = ((before >> 32) + 1) << 32 | xid;
    return 0;
}

static int change(struct sim_state *state, char **a, int n)
{
    if (strcmp(a[0], "set") == 0 && n == 3)
        return sim_setting_store(state, a[1], a[2]) ? 0 : fail("no such setting or not a value for it", a[1]);
    if ((strcmp(a[0], "fail") == 0 || strcmp(a[0], "latency") == 0) && n >= 3)
        return fault(state, a, n);
    if (n == 2 && (strcmp(a[0], "hide") == 0 || strcmp(a[0], "unhide") == 0))
        return mark(state->hidden, a[1], a[0][0] == 'h');
    if (n == 2 && (strcmp(a[0], "split") == 0 || strcmp(a[0], "join") == 0))
        return mark(state->split, a[1], a[0][0] == 's');
    if (strcmp(a[0], "xid") == 0 && n == 3)
        return critical_error(state, atoi(a[1]), (uint32_t)atoi(a[2]));
    if (strcmp(a[0], "clear") == 0)
        return clear(state);
    return usage();
}

static int advance(const char *duration)
{
    uint64_t ns;
    if (!sim_parse_number(duration, &ns))
        return fail("not a duration", duration);
    sim_clock_advance(ns);
    return 0;
}

int main(int argc, char **argv)
{
    char **a = argv + 1;
    int n = argc - 1, result;
    if (n < 1)
        return usage();
    if (strcmp(a[0], "init") == 0)
        return init();
    struct sim_state *state = sim_state();
    if (strcmp(a[0], "advance") == 0)
        return n == 2 ? advance(a[1]) : usage();
    if (strcmp(a[0], "settings") == 0)
        return settings(state);
    if (strcmp(a[0], "calls") == 0)
        return calls(state, n > 1 ? a[1] : NULL);
    sim_state_lock();
    result = strcmp(a[0], "show") == 0 ? show(state) : change(state, a, n);
    sim_state_unlock();
    return result;
}
