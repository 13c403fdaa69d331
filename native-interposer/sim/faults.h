/* Injected faults: rows in the shared state, by symbol and process. */
#ifndef SIM_FAULTS_H
#define SIM_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

struct sim_state;

/* Takes the latency of the symbol and counts down its faults: the code that the call must return, or 0. */
int sim_fault_now(const char *symbol);

/* Adds a row; pid 0 = any process. False when the table is full. */
bool sim_fault_add(struct sim_state *state, const char *symbol, int pid, unsigned nth, unsigned times, int code);
bool sim_latency_add(struct sim_state *state, const char *symbol, int pid, uint64_t ns);
/* Removes the rows of a pid, or all for pid < 0. */
void sim_faults_clear(struct sim_state *state, int pid);

#endif
