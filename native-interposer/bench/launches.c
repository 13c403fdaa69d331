/* What a launch costs beyond the driver's own call, on a driver that does nothing: free, and within the budget of a share
 * of compute time; with one thread by the clock, with eight by the time of each thread's processor. The bare and the
 * hooked call in turn, in batches; medians. Prints figures, judges nothing. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cuda_api.h"

enum { BATCHES = 101, CALLS = 20000, THREADS = 8 };
typedef __typeof__(&cuLaunchKernel) launch_fn;
static launch_fn own;

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void batch(launch_fn launch, int calls)
{
    for (int i = 0; i < calls; i++)
        launch((CUfunction)0x1000, 64, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL);
}

struct cost { double bare, hooked; };

static struct cost measure(clockid_t clock)
{
    double bare[BATCHES], hooked[BATCHES];
    for (int i = 0; i < BATCHES; i++) {
        double begin = read_clock(clock);
        batch(own, CALLS);
        double middle = read_clock(clock);
        batch(cuLaunchKernel, CALLS);
        bare[i] = (middle - begin) / CALLS;
        hooked[i] = (read_clock(clock) - middle) / CALLS;
    }
    qsort(bare, BATCHES, sizeof *bare, by_value);
    qsort(hooked, BATCHES, sizeof *hooked, by_value);
    return (struct cost){bare[BATCHES / 2], hooked[BATCHES / 2]};
}

static void *thread(void *cost)
{
    *(struct cost *)cost = measure(CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

static struct cost measure_threads(void)
{
    pthread_t threads[THREADS];
    struct cost cost[THREADS], mean = {0, 0};
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, thread, &cost[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        mean.bare += cost[i].bare / THREADS;
        mean.hooked += cost[i].hooked / THREADS;
    }
    return mean;
}

static void print_row(const char *what, const char *threads, struct cost cost, double one)
{
    printf("  launch, %-14s %-9s %8.1f %8.1f %7.2fx", what, threads, cost.bare, cost.hooked - cost.bare,
           cost.hooked / cost.bare);
    if (one > 0)
        printf("   %.2f x one thread", (cost.hooked - cost.bare) / one);
    printf("\n");
}

/* For callgrind: so many launches and nothing else. */
static int only_launch(const char *which, int calls)
{
    batch(strcmp(which, "bare") == 0 ? own : cuLaunchKernel, calls);
    return 0;
}

int main(int argc, char **argv)
{
    void *driver = dlopen(argv[1], RTLD_NOW);
    if (argc < 3 || !driver || cuInit(0) != CUDA_SUCCESS)
        return 2;
    own = (launch_fn)dlsym(driver, "null_driver_launch");
    batch(cuLaunchKernel, 100000); /* learns, and fills the lease */
    if (argc == 5)
        return only_launch(argv[3], atoi(argv[4]));
    struct cost one = measure(CLOCK_MONOTONIC), many = measure_threads();
    print_row(argv[2], "1 thread", one, 0);
    print_row(argv[2], "8 threads", many, one.hooked - one.bare);
    return 0;
}
