/* One simulated card of 80 GB, two programs with 8000 MiB each. The greedy one allocates until it is refused, while its
 * neighbour allocates its share. All figures are read from the programs, their regions and the card. */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "aliquot_region.h"
#include "cuda_api.h"
#include "sim_control.h"

#define MIB (1ull << 20)
#define CARD "GPU-00000000-0000-4000-8000-000000000000"

enum { LIMIT = 8000, STEP = 2, SHARE_OF_NEIGHBOUR = 7600 };

struct result {
    int code; /* of the call that ended it */
    unsigned long long blocks, hidden, free_at_end, total;
    int steps;
};

static char folder[PATH_MAX / 4];

static const char *region_of(const char *who)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.aliquot-%s", folder, who, CARD + 4);
    return path;
}

static struct aliquot_slot first_slot(const char *who)
{
    struct aliquot_slot slot = {0};
    int fd = open(region_of(who), O_RDONLY | O_CLOEXEC);
    if (fd < 0 || pread(fd, &slot, sizeof slot, ALIQUOT_REGION_HEADER_SIZE) != (ssize_t)sizeof slot)
        memset(&slot, 0, sizeof slot);
    if (fd >= 0)
        close(fd);
    return slot;
}

/* Allocates steps of STEP MiB up to `most` MiB or to the first refusal. */
static struct result allocate(const char *who, unsigned long long most)
{
    struct result result = {0};
    CUcontext context;
    CUdeviceptr block;
    size_t free = 0, total = 0;
    result.code = cuInit(0);
    if (!result.code)
        result.code = cuCtxCreate_v2(&context, 0, 0);
    while (!result.code && result.blocks + STEP <= most) {
        result.code = cuMemAlloc_v2(&block, STEP * MIB);
        result.steps++;
        if (!result.code)
            result.blocks += STEP;
    }
    cuMemGetInfo_v2(&free, &total);
    result.free_at_end = free / MIB;
    result.total = total / MIB;
    result.hidden = (unsigned long long)first_slot(who).hidden / MIB;
    return result;
}

static void run(const char *who, unsigned long long most, int out, int in)
{
    char go;
    struct result result = allocate(who, most);
    if (write(out, &result, sizeof result) != (ssize_t)sizeof result || read(in, &go, 1) < 0)
        _exit(1);
    _exit(0);
}

struct program {
    const char *who;
    pid_t pid;
    int from, to;
    struct result result;
};

/* Starts this file again as one of the two programs, under the interposer, with a share of its own. */
static void start(struct program *program, const char *self, const char *library)
{
    int from[2], to[2];
    char cache[PATH_MAX], out[16], in[16];
    if (pipe2(from, O_CLOEXEC) != 0 || pipe2(to, O_CLOEXEC) != 0)
        exit(1);
    program->pid = fork();
    if (program->pid == 0) {
        snprintf(cache, sizeof cache, "%s/%s", folder, program->who);
        setenv("CUDA_DEVICE_MEMORY_SHARED_CACHE", cache, 1);
        setenv("CUDA_DEVICE_MEMORY_LIMIT", "8000m", 1);
        setenv("LD_PRELOAD", library, 1);
        snprintf(out, sizeof out, "%d", from[1]);
        snprintf(in, sizeof in, "%d", to[0]);
        fcntl(from[1], F_SETFD, 0);
        fcntl(to[0], F_SETFD, 0);
        execl(self, self, folder, program->who, out, in, (char *)NULL);
        _exit(127);
    }
    close(from[1]);
    close(to[0]);
    program->from = from[0];
    program->to = to[1];
}

static void print_row(const struct program *p)
{
    const struct result *r = &p->result;
    printf("  %-10s %8d %9llu %9llu %9llu %9llu %9llu   %s\n", p->who, LIMIT, r->total, r->blocks, r->hidden,
           r->blocks + r->hidden, r->free_at_end,
           r->code == CUDA_ERROR_OUT_OF_MEMORY ? "refused: CUDA_ERROR_OUT_OF_MEMORY"
           : r->code ? "another error" : "all it asked for");
}

static int check(int good, const char *what)
{
    printf("  %-4s %s\n", good ? "ok" : "NOT", what);
    return !good;
}

static int verdict(const struct result *greedy, const struct result *neighbour)
{
    unsigned long long used = greedy->blocks + greedy->hidden;
    int wrong = check(greedy->code == CUDA_ERROR_OUT_OF_MEMORY, "the greedy program is refused with CUDA_ERROR_OUT_OF_MEMORY");
    wrong += check(used <= LIMIT && used + STEP > LIMIT, "at its limit of blocks and context, within one step of 2 MiB");
    wrong += check(greedy->free_at_end == 0, "free is 0 then");
    wrong += check(neighbour->code == CUDA_SUCCESS && neighbour->blocks >= SHARE_OF_NEIGHBOUR - STEP,
                   "the neighbour gets its share, unharmed");
    return wrong;
}

static void clean_up(void)
{
    static const char *const files[] = {"greedy", "neighbour"};
    char path[PATH_MAX];
    for (int i = 0; i < 2; i++)
        unlink(region_of(files[i]));
    snprintf(path, sizeof path, "%s/sim", folder);
    unlink(path);
    rmdir(folder);
}

static int orchestrate(const char *self, const char *library)
{
    struct program programs[2] = {{.who = "greedy"}, {.who = "neighbour"}};
    snprintf(folder, sizeof folder, "%s/aliquot-demo-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    char path[PATH_MAX];
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/sim", folder);
    setenv("ALIQUOT_SIM_STATE", path, 1);
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD "|", 1);
    for (int i = 0; i < 2; i++)
        start(&programs[i], self, library);
    for (int i = 0; i < 2; i++)
        if (read(programs[i].from, &programs[i].result, sizeof programs[i].result) != sizeof programs[i].result)
            programs[i].result.code = -1;
    printf("Two shares of 8000 MiB on one simulated card of 80 GB (figures in MiB)\n\n");
    printf("  %-10s %8s %9s %9s %9s %9s %9s\n", "program", "limit", "total", "blocks", "context", "used", "free");
    for (int i = 0; i < 2; i++)
        print_row(&programs[i]);
    cuInit(0);
    printf("\n  the card: %llu of 81920 used by both\n\n", (unsigned long long)(aliquot_sim_bytes(0, -1, 0) / MIB));
    int wrong = verdict(&programs[0].result, &programs[1].result);
    for (int i = 0; i < 2; i++) {
        close(programs[i].to);
        waitpid(programs[i].pid, NULL, 0);
    }
    clean_up();
    return wrong != 0;
}

int main(int argc, char **argv)
{
    if (argc == 5) {
        snprintf(folder, sizeof folder, "%s", argv[1]);
        bool greedy = strcmp(argv[2], "greedy") == 0;
        run(argv[2], greedy ? 1ull << 30 : SHARE_OF_NEIGHBOUR, atoi(argv[3]), atoi(argv[4]));
    }
    if (argc == 2)
        return orchestrate(argv[0], argv[1]);
    fprintf(stderr, "usage: %s <library>\n", argv[0]);
    return 2;
}
