/* Who a process is, in a way that survives the reuse of pids. */
#ifndef ALIQUOT_PROCESS_H
#define ALIQUOT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct process_identity {
    uint32_t pid;
    uint64_t pid_namespace; /* 0 = unknown (no /proc) */
    uint64_t start_time;    /* clock ticks since boot, 0 = unknown */
};

struct process_identity process_self(void);

/* True when /proc shows that exactly this process runs, or can't be read and a process of that pid is there. False when
 * it is gone (no such process, another start time, a zombie) and when nobody can tell (another pid namespace, unknown
 * start time). */
bool process_is_running(const struct process_identity *who, const struct process_identity *self);

#endif
