/* A lock of this process: three states on one futex word. Works in zeroed memory, needs no libpthread, and a forked
 * child may simply set it to 0. Never held by a thread while it runs code of the host program. */
#ifndef ALIQUOT_LOCK_H
#define ALIQUOT_LOCK_H

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct { _Atomic int word; } lock_t; /* 0 free, 1 held, 2 held and waited for */

static inline void lock_wait(lock_t *lock)
{
    while (atomic_exchange_explicit(&lock->word, 2, memory_order_acquire) != 0)
        syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static inline void lock_take(lock_t *lock)
{
    int free = 0;
    if (!atomic_compare_exchange_strong_explicit(&lock->word, &free, 1, memory_order_acquire, memory_order_relaxed))
        lock_wait(lock);
}

static inline int lock_try(lock_t *lock)
{
    int free = 0;
    return atomic_compare_exchange_strong_explicit(&lock->word, &free, 1, memory_order_acquire, memory_order_relaxed);
}

static inline void lock_give(lock_t *lock)
{
    if (atomic_exchange_explicit(&lock->word, 0, memory_order_release) == 2)
        syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* A thread that is cancelled while it holds a lock would hold it for ever: around waits and files under a lock. */
static inline int lock_cancel_off(void)
{
    int before = 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

static inline void lock_cancel_back(int before)
{
    pthread_setcancelstate(before, &before);
}

#endif
