/* Facts about processes from /proc. */
#ifndef SIM_PROCESS_H
#define SIM_PROCESS_H

#include <stdint.h>

struct sim_process;

/* Inode of this process's pid namespace. */
uint64_t sim_pid_namespace(void);
/* Start time (clock ticks since boot) of a pid of this namespace; 0 when there is no such process or it is a zombie. */
uint64_t sim_start_time(int pid);
/* The pid under which this namespace knows a process: one that registered in a namespace below is looked for in /proc,
 * as it could not know. */
int sim_host_pid(const struct sim_process *process);
/* Fills the identity of the calling process: pids, name, container. */
void sim_describe_process(struct sim_process *process, uint64_t host_pid_base);
/* The container that the calling process belongs to. */
uint64_t sim_container(void);

#endif
