/* Many processes and many threads of one share, in real time; and the one thread that measures for them. Nothing here
 * fails on a time: on a busy machine programs get less than their share, never more. */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "compute_start.h"

static void real_quarter(void)
{
    limited_to("cores=25\n");
    setenv("ALIQUOT_SIM_CLOCK", "real", 1);
    unsetenv("ALIQUOT_TEST_VIRTUAL_TIME");
}

static uint64_t real_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

/* --- processes ------------------------------------------------------------------------------------------------------------- */

HELPER(works)
{
    context_on(0);
    CUfunction busy = kernel("k_500us");
    for (;;)
        OK(launch(busy, NULL));
}

static void measure(int processes)
{
    pid_t pid[8];
    uint64_t had[8], least = UINT64_MAX, most = 0;
    for (int i = 0; i < processes; i++)
        pid[i] = spawn_helper("works", "", true);
    nanosleep(&(struct timespec){.tv_sec = 2}, NULL); /* learning */
    for (int i = 0; i < processes; i++)
        had[i] = aliquot_sim_gpu_ns(0, pid[i]);
    uint64_t from = real_ns(), all = aliquot_sim_gpu_ns(0, 0);
    nanosleep(&(struct timespec){.tv_sec = 4}, NULL); /* what is measured is a rate */
    double seconds = (double)(real_ns() - from) / 1e9, used = (double)(aliquot_sim_gpu_ns(0, 0) - all) / 1e7 / seconds;
    for (int i = 0; i < processes; i++) {
        uint64_t got = aliquot_sim_gpu_ns(0, pid[i]) - had[i];
        least = got < least ? got : least;
        most = got > most ? got : most;
        kill(pid[i], SIGKILL);
        wait_for(pid[i]);
    }
    printf("    %d processes: %.2f %% of the card; each %.2f to %.2f %%\n", processes, used, (double)least / 1e7 / seconds,
           (double)most / 1e7 / seconds);
    CHECK(used <= 25 * 1.25 + 1.25); /* still learning, on a busy machine; and a burst of 50 ms in 4 s */
    CHECK(least > 0);
}

PRELOADED(two_processes_share_one_share, real_quarter)
{
    OK(cuInit(0));
    measure(2);
}

PRELOADED(eight_processes_share_one_share, real_quarter)
{
    OK(cuInit(0));
    measure(8);
}

/* Two containers with one card: each sees the other's time slices in its events, NVML tells them apart. */
PRELOADED(two_shares_of_one_card_are_kept_side_by_side, real_quarter)
{
    static const unsigned cores[] = {60, 30};
    pid_t pid[2];
    uint64_t had[2];
    char name[32], text[64];
    OK(cuInit(0));
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "limits%d", i);
        mkdir(room(name), 0755);
        setenv("ALIQUOT_TEST_LIMITS_DIR", room(name), 1);
        setenv("ALIQUOT_SIM_CONTAINER", name, 1);
        snprintf(text, sizeof text, "region%d", i + 10);
        room_region(text);
        snprintf(name, sizeof name, "../limits%d/claim", i);
        char extra[64];
        snprintf(extra, sizeof extra, "context=0\ncores=%u\n", cores[i]);
        room_limit(name, CARD_0, 1000 * MIB, text, extra);
        pid[i] = spawn_helper("works", "", true);
    }
    nanosleep(&(struct timespec){.tv_sec = 3}, NULL);
    for (int i = 0; i < 2; i++)
        had[i] = aliquot_sim_gpu_ns(0, pid[i]);
    uint64_t from = real_ns();
    nanosleep(&(struct timespec){.tv_sec = 4}, NULL);
    for (int i = 0; i < 2; i++) {
        double used = (double)(aliquot_sim_gpu_ns(0, pid[i]) - had[i]) * 100 / (double)(real_ns() - from);
        printf("    %.2f of %u %%\n", used, cores[i]);
        CHECK(used > 0 && used <= cores[i] * 1.25 + 1.25);
        kill(pid[i], SIGKILL);
        wait_for(pid[i]);
    }
}

/* --- threads ---------------------------------------------------------------------------------------------------------------- */

enum { THREADS = 64 };
static CUfunction busy;
static CUcontext context;
static _Atomic bool stop;
static _Atomic uint64_t launches;

static void *thread_launches(void *unused)
{
    CUstream stream;
    (void)unused;
    OK(cuCtxSetCurrent(context));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    for (; !stop; launches++)
        OK(launch(busy, stream));
    return NULL;
}

PRELOADED(sixty_four_threads_stay_under_the_share_and_lose_no_launch, real_quarter)
{
    pthread_t thread[THREADS];
    context = context_on(0);
    busy = kernel("k_200us");
    uint64_t launched = aliquot_sim_kernels(), from = real_ns();
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, thread_launches, NULL);
    nanosleep(&(struct timespec){.tv_sec = 3}, NULL);
    stop = true;
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    double used = (double)launches * 200e3 * 100 / (double)(real_ns() - from);
    printf("    %llu launches, %.1f %%\n", (unsigned long long)launches, used);
    CHECK_EQ(aliquot_sim_kernels() - launched, launches);
    CHECK(used <= 25 * 1.25 + 2);
}

/* --- the sampler -------------------------------------------------------------------------------------------------------------- */

/* Threads of a process called so. *blocked: whether they block all signals. */
static int samplers_of(pid_t pid, bool *blocked)
{
    char path[96], text[4096];
    int found = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    for (struct dirent *task; tasks && (task = readdir(tasks));) {
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/status", (int)pid, task->d_name);
        FILE *file = fopen(path, "r");
        size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
        text[got] = 0;
        if (file)
            fclose(file);
        if (strncmp(text, "Name:\taliquot-sampler", 21) != 0)
            continue;
        found++;
        const char *mask = strstr(text, "SigBlk:\t");
        *blocked = mask && strtoull(mask + 8, NULL, 16) >= 0xfffffffe7ffbfeffull - 0x80000000ull;
    }
    if (tasks)
        closedir(tasks);
    return found;
}

struct pair { pid_t first, second; };

static bool one_samples(void *pair)
{
    const struct pair *p = pair;
    bool blocked = false;
    return samplers_of(p->first, &blocked) + samplers_of(p->second, &blocked) == 1 && blocked;
}

static bool second_samples(void *pair)
{
    const struct pair *p = pair;
    bool blocked;
    return samplers_of(p->second, &blocked) == 1 && throttle_now("region").sampler == (uint32_t)p->second;
}

PRELOADED(one_process_of_a_share_measures_and_another_takes_over, real_quarter)
{
    bool blocked;
    OK(cuInit(0));
    CHECK_EQ(samplers_of(getpid(), &blocked), 0); /* not before a launch */
    pid_t a = spawn_helper("works", "", true), b = spawn_helper("works", "", true);
    struct pair pair = {a, b};
    CHECK(eventually(one_samples, &pair, 30));
    if (samplers_of(b, &blocked))
        pair = (struct pair){b, a};
    kill(pair.first, SIGKILL);
    uint64_t died = real_ns();
    CHECK(eventually(second_samples, &pair, 30));
    printf("    the other one measures %.0f ms later\n", (double)(real_ns() - died) / 1e6);
    wait_for(pair.first);
    kill(pair.second, SIGKILL);
}

/* A limited program that never launches, or has long stopped, has no thread of ours. */
static bool none_samples(void *unused)
{
    bool blocked;
    (void)unused;
    return samplers_of(getpid(), &blocked) == 0;
}

static bool we_sample(void *unused)
{
    bool blocked;
    (void)unused;
    OK(launch(busy, NULL));
    return samplers_of(getpid(), &blocked) == 1;
}

PRELOADED(the_measuring_thread_ends_when_nothing_is_launched, real_quarter)
{
    context_on(0);
    busy = kernel("k_500us");
    CHECK(none_samples(NULL));
    CHECK(eventually(we_sample, NULL, 30));
    CHECK(eventually(none_samples, NULL, 60));
    CHECK(eventually(we_sample, NULL, 30));
}
