/* The one clock of the compute limit: CLOCK_MONOTONIC in ns. Test builds may run on the simulated driver's own clock. */
#ifndef ALIQUOT_CLOCK_H
#define ALIQUOT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

uint64_t clock_now(void);
/* What NVML stamps its samples with: us of the wall clock. */
uint64_t clock_wall_us(void);
/* Sleeps; signals don't shorten it. A rest too short for a sleep is spent busy. */
void clock_sleep_until(uint64_t ns);
/* True when time passes only while somebody sleeps (test builds): no thread can keep its beat then. */
bool clock_is_virtual(void);

#endif
