/* The simulator's clock: CLOCK_MONOTONIC, or a virtual one that moves only when somebody waits or advances it. */
#ifndef SIM_CLOCK_H
#define SIM_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

bool sim_clock_is_virtual(void);
uint64_t sim_clock_now(void);
/* Moves the virtual clock, or sleeps on the real one (yielding instead for less than 100 us). */
void sim_clock_advance(uint64_t ns);

#endif
