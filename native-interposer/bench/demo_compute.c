/* One simulated card, two programs that launch as fast as they can: one with 30 % of its time, one with 60 %. Measured is
 * what the card executed for each, second by second, and what each is shown of itself. */
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "aliquot_region.h"
#include "cuda_api.h"
#include "sim_control.h"

#define CARD "GPU-00000000-0000-4000-8000-000000000000"
enum { PROGRAMS = 2, SECONDS = 10, LEARNING = 3 };

static struct program {
    const char *name, *limit, *kernel;
    pid_t pid;
    uint64_t before;
    double sum;
} programs[PROGRAMS] = {{.name = "training", .limit = "60", .kernel = "step_2ms"},
                        {.name = "inference", .limit = "30", .kernel = "query_200us"}};
static char folder[PATH_MAX / 4];

/* The program itself: knows nothing of limits. */
static int run(const char *kernel)
{
    CUcontext context;
    CUmodule module;
    CUfunction function;
    if (cuInit(0) || cuCtxCreate_v2(&context, 0, 0) || cuModuleLoadData(&module, "image") ||
        cuModuleGetFunction(&function, module, kernel))
        return 1;
    while (cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL) == CUDA_SUCCESS)
        ;
    return 1;
}

static void start(struct program *p, const char *self, const char *library, const char *driver)
{
    char cache[PATH_MAX];
    p->pid = fork();
    if (p->pid != 0)
        return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    snprintf(cache, sizeof cache, "%s/%s", folder, p->name);
    setenv("CUDA_DEVICE_MEMORY_SHARED_CACHE", cache, 1);
    setenv("CUDA_DEVICE_SM_LIMIT", p->limit, 1);
    setenv("LD_LIBRARY_PATH", driver, 1);
    setenv("LD_PRELOAD", library, 1);
    execl(self, self, "program", p->kernel, (char *)NULL);
    _exit(127);
}

static struct aliquot_throttle throttle_of(const struct program *p)
{
    struct aliquot_region_header header;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.aliquot-%s", folder, p->name, CARD + 4);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || pread(fd, &header, sizeof header, 0) != (ssize_t)sizeof header)
        memset(&header, 0, sizeof header);
    if (fd >= 0)
        close(fd);
    return header.throttle;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Percent of the card that each got since the last time. */
static void take_stock(double seconds, int count)
{
    for (int i = 0; i < PROGRAMS; i++) {
        uint64_t busy = aliquot_sim_gpu_ns(0, programs[i].pid);
        double percent = (double)(busy - programs[i].before) / 1e7 / seconds;
        programs[i].before = busy;
        programs[i].sum += count ? percent * seconds : 0;
        if (count)
            printf("%9.1f %%", percent);
    }
}

static void watch(void)
{
    double from = now(), total = 0;
    printf("  second");
    for (int i = 0; i < PROGRAMS; i++)
        printf("%11s", programs[i].name);
    printf("\n");
    sleep(LEARNING);
    take_stock(now() - from, 0);
    for (int second = 1; second <= SECONDS; second++) {
        from = now();
        sleep(1);
        double seconds = now() - from;
        printf("  %6d", second);
        take_stock(seconds, 1);
        printf("\n");
        fflush(stdout);
        total += seconds;
    }
    printf("\n  %-10s %7s %9s %7s %16s %9s\n", "program", "limit", "measured", "error", "NVML shows it", "waits");
    for (int i = 0; i < PROGRAMS; i++) {
        struct aliquot_throttle throttle = throttle_of(&programs[i]);
        printf("  %-10s %5s %% %7.2f %% %+7.2f %14.0f %% %9llu\n", programs[i].name, programs[i].limit,
               programs[i].sum / total, programs[i].sum / total - atof(programs[i].limit), throttle.measured / 1e4,
               (unsigned long long)throttle.waits);
    }
}

int main(int argc, char **argv)
{
    char path[PATH_MAX];
    if (argc == 3 && strcmp(argv[1], "program") == 0)
        return run(argv[2]);
    snprintf(folder, sizeof folder, "%s/aliquot-demo-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    if (argc != 3 || !mkdtemp(folder))
        return 2;
    snprintf(path, sizeof path, "%s/sim", folder);
    setenv("ALIQUOT_SIM_STATE", path, 1);
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD "|", 1);
    printf("\nShares of 60 %% and 30 %% of the time of one simulated card, after %d s of learning\n\n", LEARNING);
    fflush(stdout);
    cuInit(0);
    for (int i = 0; i < PROGRAMS; i++)
        start(&programs[i], argv[0], argv[1], argv[2]);
    watch();
    for (int i = 0; i < PROGRAMS; i++) {
        kill(programs[i].pid, SIGKILL);
        waitpid(programs[i].pid, NULL, 0);
    }
    snprintf(path, sizeof path, "rm -rf %s", folder);
    return system(path) != 0;
}
