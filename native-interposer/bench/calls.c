/* What a call costs under the interposer beyond the driver's own time, on the simulated driver: the hooked and the bare
 * function in turn, in batches; the median of the differences. Prints figures, judges nothing. */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cuda_api.h"

enum { BATCHES = 41, CALLS = 500, STARTS = 15 };

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double now_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

/* The driver's own function, past the hooks. */
static void *bare(const char *name)
{
    const struct link_map *map = dlopen("libcuda.so.1", RTLD_NOW);
    const ElfW(Sym) *symbols = NULL;
    const char *strings = NULL;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag; d++) {
        if (d->d_tag == DT_SYMTAB)
            symbols = (const void *)d->d_un.d_ptr;
        if (d->d_tag == DT_STRTAB)
            strings = (const void *)d->d_un.d_ptr;
    }
    for (const ElfW(Sym) *s = symbols + 1; (const char *)s < strings; s++)
        if (s->st_shndx && strcmp(strings + s->st_name, name) == 0)
            return (void *)(map->l_addr + s->st_value);
    fprintf(stderr, "no %s in the driver\n", name);
    exit(1);
}

typedef CUresult alloc_fn(CUdeviceptr *, size_t);
typedef CUresult free_fn(CUdeviceptr);
typedef CUresult get_fn(CUcontext *);
typedef CUresult sync_fn(CUstream);

static CUdeviceptr blocks[CALLS];

static void time_pair(alloc_fn *alloc, free_fn *release, double *alloc_ns, double *free_ns)
{
    double begin = now_ns();
    for (int i = 0; i < CALLS; i++)
        if (alloc(&blocks[i], 512) != CUDA_SUCCESS)
            exit(1);
    double middle = now_ns();
    for (int i = 0; i < CALLS; i++)
        release(blocks[i]);
    *alloc_ns = (middle - begin) / CALLS;
    *free_ns = (now_ns() - middle) / CALLS;
}

static void print_call(const char *what, double *base, double *over)
{
    printf("  %-34s %8.1f %8.1f\n", what, median(base, BATCHES), median(over, BATCHES));
}

static void print_get(void)
{
    get_fn *hooked = (get_fn *)dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuCtxGetCurrent"), *own = (get_fn *)bare("cuCtxGetCurrent");
    double base[BATCHES], over[BATCHES];
    CUcontext context;
    for (int i = 0; i < BATCHES; i++) {
        double begin = now_ns();
        for (int n = 0; n < CALLS; n++)
            own(&context);
        double middle = now_ns();
        for (int n = 0; n < CALLS; n++)
            hooked(&context);
        base[i] = (middle - begin) / CALLS;
        over[i] = (now_ns() - middle) / CALLS - base[i];
    }
    print_call("passed call (cuCtxGetCurrent)", base, over);
}

static void print_sync(void)
{
    sync_fn *own = (sync_fn *)bare("cuStreamSynchronize");
    double base[BATCHES], over[BATCHES];
    for (int i = 0; i < BATCHES; i++) {
        double begin = now_ns();
        for (int n = 0; n < CALLS; n++)
            own(NULL);
        double middle = now_ns();
        for (int n = 0; n < CALLS; n++)
            cuStreamSynchronize(NULL);
        base[i] = (middle - begin) / CALLS;
        over[i] = (now_ns() - middle) / CALLS - base[i];
    }
    print_call("hooked, nothing to do (StreamSync)", base, over);
}

static void print_with_live_blocks(int live)
{
    CUdeviceptr block;
    static int have;
    for (; have < live; have++)
        if (cuMemAlloc_v2(&block, 512) != CUDA_SUCCESS)
            exit(1);
    double a[BATCHES], f[BATCHES], ba[BATCHES], bf[BATCHES];
    alloc_fn *alloc = (alloc_fn *)bare("cuMemAlloc_v2");
    free_fn *release = (free_fn *)bare("cuMemFree_v2");
    for (int i = 0; i < BATCHES; i++) {
        time_pair(alloc, release, &ba[i], &bf[i]);
        time_pair(cuMemAlloc_v2, cuMemFree_v2, &a[i], &f[i]);
        a[i] -= ba[i];
        f[i] -= bf[i];
    }
    char what[64];
    snprintf(what, sizeof what, "alloc, %d live blocks", live);
    print_call(what, ba, a);
    snprintf(what, sizeof what, "free, %d live blocks", live);
    print_call(what, bf, f);
}

/* --- the start of a process ----------------------------------------------------------------------------------------------- */

static void start_role(void)
{
    double begin = now_ns(), work = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    cuInit(0);
    printf("%.0f %.0f\n", now_ns() - begin, read_clock(CLOCK_PROCESS_CPUTIME_ID) - work);
    fflush(stdout);
    if (getenv("BENCH_STAY"))
        pause();
}

struct start { double wall, work; }; /* ns by the clock, ns of the processor */

static struct start start_once(const char *self, const char *library, int stay, pid_t *pid)
{
    struct start start = {0, 0};
    int out[2];
    char text[64] = "";
    if (pipe2(out, O_CLOEXEC) != 0)
        exit(1);
    *pid = fork();
    if (*pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(out[1], STDOUT_FILENO);
        if (library)
            setenv("LD_PRELOAD", library, 1);
        else
            unsetenv("LD_PRELOAD");
        if (stay)
            setenv("BENCH_STAY", "1", 1);
        execl(self, self, "start", (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    ssize_t got = read(out[0], text, sizeof text - 1);
    close(out[0]);
    if (!stay)
        waitpid(*pid, NULL, 0);
    if (got > 0)
        sscanf(text, "%lf %lf", &start.wall, &start.work);
    return start;
}

static void print_start(const char *self, const char *library, const char *what)
{
    double base[2][STARTS], over[2][STARTS];
    pid_t pid;
    for (int i = 0; i < STARTS; i++) {
        struct start bare_start = start_once(self, NULL, 0, &pid), ours = start_once(self, library, 0, &pid);
        base[0][i] = bare_start.wall;
        base[1][i] = bare_start.work;
        over[0][i] = ours.wall - bare_start.wall;
        over[1][i] = ours.work - bare_start.work;
    }
    for (int i = 0; i < 2; i++)
        printf("  cuInit, %-3s process, %-13s %8.0f %8.0f\n", what, i ? "processor" : "wall clock",
               median(base[i], STARTS), median(over[i], STARTS));
}

static void measure_starts(const char *self, const char *library)
{
    pid_t others[63];
    print_start(self, library, "1st");
    for (int i = 0; i < 63; i++)
        start_once(self, library, 1, &others[i]);
    print_start(self, library, "64th");
    for (int i = 0; i < 63; i++) {
        kill(others[i], SIGKILL);
        waitpid(others[i], NULL, 0);
    }
}

static void measure_calls(void)
{
    CUcontext context;
    if (cuInit(0) != CUDA_SUCCESS || cuCtxCreate_v2(&context, 0, 0) != CUDA_SUCCESS)
        exit(1);
    print_get();
    print_sync();
    print_with_live_blocks(0);
    print_with_live_blocks(2000);
    print_with_live_blocks(100000);
}

static void print_load(void)
{
    double load[3] = {0};
    getloadavg(load, 3);
    printf("ns on the simulated driver; load average %.2f %.2f %.2f\n", load[0], load[1], load[2]);
    printf("  %-34s %8s %8s\n", "", "bare", "over it");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/aliquot-bench-XXXXXX", path[64];
    if (argc == 2 && strcmp(argv[1], "start") == 0)
        return start_role(), 0;
    if (argc == 2 && strcmp(argv[1], "calls") == 0)
        return measure_calls(), 0;
    if (argc != 2 || !mkdtemp(folder))
        return 2;
    snprintf(path, sizeof path, "%s/sim", folder);
    setenv("ALIQUOT_SIM_STATE", path, 1);
    setenv("ALIQUOT_SIM_CARDS", "|80g||", 1);
    setenv("ALIQUOT_SIM_CLOCK", "virtual", 1);
    snprintf(path, sizeof path, "%s/share", folder);
    setenv("CUDA_DEVICE_MEMORY_SHARED_CACHE", path, 1);
    setenv("CUDA_DEVICE_MEMORY_LIMIT", "40g", 1);
    print_load();
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        setenv("LD_PRELOAD", argv[1], 1);
        execl(argv[0], argv[0], "calls", (char *)NULL);
        _exit(127);
    }
    waitpid(pid, NULL, 0);
    measure_starts(argv[0], argv[1]);
    snprintf(path, sizeof path, "rm -rf %s", folder);
    return system(path) != 0;
}
