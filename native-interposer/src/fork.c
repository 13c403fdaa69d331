#include "fork.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

static struct process_mark unwiped; /* without the kernel's help: fork() is seen, a bare clone() is not */
struct process_mark *_Atomic process_mark = &unwiped;
static _Atomic int watched; /* 1: one thread is at it, 2: done */

static void in_child(void)
{
    atomic_store(&process_mark->alive, 0);
    atomic_store(&process_mark->lock.word, 0);
    resolve_after_fork();
    nvml_resolve_after_fork();
    rows_after_fork();
    cards_after_fork();
}

static void watch(void)
{
    void *page = mmap(NULL, sizeof(struct process_mark), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED && madvise(page, sizeof(struct process_mark), MADV_WIPEONFORK) == 0)
        process_mark = page;
    pthread_atfork(NULL, NULL, in_child);
}

void fork_watch(void)
{
    int first = 0;
    if (atomic_load_explicit(&watched, memory_order_acquire) == 2)
        return;
    if (atomic_compare_exchange_strong(&watched, &first, 1)) {
        watch();
        atomic_store_explicit(&watched, 2, memory_order_release);
    }
    /* A child that was forked in just this moment waits for nobody: hence the bound. */
    for (int i = 0; i < 1000 && atomic_load_explicit(&watched, memory_order_acquire) == 1; i++)
        sched_yield();
}
