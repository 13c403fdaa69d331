/* How NVML names processes to its caller. */
#ifndef SIM_NVML_VIEW_H
#define SIM_NVML_VIEW_H

#include <stdbool.h>

struct sim_process;

/* The pid under which a process appears: its own in the caller's container, that of the host otherwise. */
unsigned sim_nvml_pid(const struct sim_process *process);
/* Whether it appears in lists of processes. Samples of utilisation hold all processes. */
bool sim_nvml_lists(const struct sim_process *process);

#endif
