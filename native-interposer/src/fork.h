/* What a forked child must not share with its parent. */
#ifndef ALIQUOT_FORK_H
#define ALIQUOT_FORK_H

#include "lock.h"

/* In memory that the kernel empties in every child with its own address space, and that a fork handler empties as
 * well: zero means that nothing of this process's state counts yet. A vfork child shares it, and must: it only execs. */
struct process_mark {
    _Atomic int alive;
    lock_t lock;
};
extern struct process_mark *_Atomic process_mark;

/* Call before the first use of process_mark and of any lock that a fork may catch. Cheap after the first time. */
void fork_watch(void);

/* Defined by those who keep state: run in the child, single-threaded, from the fork handler. */
void resolve_after_fork(void);
void nvml_resolve_after_fork(void);
void rows_after_fork(void);
void cards_after_fork(void);

#endif
