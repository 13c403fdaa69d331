#include "check.h"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct check_test *tests;

void check_add(struct check_test *test)
{
    struct check_test **end = &tests;
    while (*end)
        end = &(*end)->next;
    *end = test;
}

void check_failed(const char *file, int line, const char *what, long long got, long long wanted)
{
    fprintf(stderr, "%s:%d: %s: got %lld, wanted %lld\n", file, line, what, got, wanted);
    _exit(1);
}

CUcontext check_start(int card)
{
    CUcontext context;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&context, card));
    OK(cuCtxSetCurrent(context));
    return context;
}

uint64_t check_free(void)
{
    size_t free_bytes, total;
    OK(cuMemGetInfo_v2(&free_bytes, &total));
    return free_bytes;
}

CUfunction check_kernel(const char *name)
{
    CUmodule module;
    CUfunction kernel;
    OK(cuModuleLoadData(&module, "image"));
    OK(cuModuleGetFunction(&kernel, module, name));
    return kernel;
}

void check_launch(CUfunction kernel, CUstream stream)
{
    OK(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL));
}

void check_wait(int (*condition)(void *), void *argument)
{
    struct timespec start, now, pause = {0, 1000000};
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (!condition(argument)) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec > start.tv_sec + 20)
            check_failed(__FILE__, __LINE__, "the condition came true in 20 s", 0, 1);
        nanosleep(&pause, NULL);
    }
}

static void print_sentence(const char *name)
{
    for (; *name; name++)
        putchar(*name == '_' ? ' ' : *name);
    putchar('\n');
}

static int run(const struct check_test *test, const char *folder, int number)
{
    char path[4096];
    int status;
    snprintf(path, sizeof path, "%s/%d.state", folder, number);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setenv("ALIQUOT_SIM_STATE", path, 1);
        test->run();
        exit(0);
    }
    waitpid(child, &status, 0);
    unlink(path);
    printf("%s ", status == 0 ? "ok  " : "FAIL");
    print_sentence(test->sentence);
    return status != 0;
}

/* Arguments: words; only the tests with one of them in their name run. */
int main(int argc, char **argv)
{
    char folder[] = "/tmp/aliquot-sim-test.XXXXXX";
    int failed = 0, number = 0;
    if (!mkdtemp(folder))
        return 2;
    for (struct check_test *test = tests; test; test = test->next) {
        int wanted = argc == 1;
        for (int i = 1; i < argc; i++)
            wanted |= strstr(test->sentence, argv[i]) != NULL;
        if (wanted)
            failed += run(test, folder, number++);
    }
    rmdir(folder);
    printf("%d tests, %d failed\n", number, failed);
    return failed != 0;
}
