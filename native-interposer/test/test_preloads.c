/* Together with other preloaded libraries that people use. */
#include <dlfcn.h>
#include <time.h>

#include "cuda_start.h"

static const char *const folders[] = {"/usr/lib/x86_64-linux-gnu/", "/usr/lib/aarch64-linux-gnu/", "/usr/lib/",
                                      "/usr/lib64/", "/usr/lib/x86_64-linux-gnu/faketime/"};

/* In front of us; without the library the test is skipped. */
static void preload(const char *name)
{
    one_share();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s%s", folders[i], name);
        if (access(path, R_OK) == 0)
            setenv("HARNESS_PRELOAD", path, 1);
    }
}

static void works_beside(const char *marker)
{
    CUdeviceptr a, b;
    if (!getenv("HARNESS_PRELOAD") || !strstr(getenv("LD_PRELOAD"), "so"))
        skip("the other library is not installed");
    CHECK(marker == NULL || dlsym(RTLD_DEFAULT, marker) != NULL);
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    REFUSED(cuMemAlloc_v2(&b, 600 * MIB));
    OK(cuMemFree_v2(a));
    for (int i = 0; i < 1000; i++)
        free(malloc((size_t)i * 100));
    CHECK(dlsym(RTLD_NEXT, "malloc") != NULL);
    CHECK_EQ(view_region("region").tracked, 0);
}

static void with_jemalloc(void)
{
    preload("libjemalloc.so.2");
}

PRELOADED(beside_jemalloc, with_jemalloc)
{
    works_beside("mallctl");
}

static void with_eatmydata(void)
{
    preload("libeatmydata.so");
}

PRELOADED(beside_libeatmydata, with_eatmydata)
{
    works_beside(NULL);
}

static void with_faketime(void)
{
    preload("libfaketime.so.1");
    setenv("FAKETIME", "-1000d", 1);
}

PRELOADED(beside_libfaketime, with_faketime)
{
    works_beside(NULL);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    CHECK(now.tv_sec < 1760000000); /* its clock works: a thousand days ago */
}

static void behind_us(void)
{
    preload("libjemalloc.so.2");
    const char *other = getenv("HARNESS_PRELOAD"), *us = getenv("HARNESS_LIBRARY") ? getenv("HARNESS_LIBRARY") : HARNESS_LIB;
    if (other) { /* we first, then the other */
        setenv("HARNESS_LIBRARY", other, 1);
        setenv("HARNESS_PRELOAD", us, 1);
    }
}

PRELOADED(in_front_of_jemalloc, behind_us)
{
    works_beside("mallctl");
}

/* A program of its own in the room, with the environment of this test. */
static int run_program(const char *path)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        setenv("ASAN_OPTIONS", "detect_leaks=0:verify_asan_link_order=0", 1);
        execl(path, path, (char *)NULL);
        _exit(127);
    }
    return wait_for(pid);
}

PRELOADED(under_a_program_built_with_asan, one_share)
{
    if (access(HARNESS_BUILD "/test/sanitized_asan", X_OK) != 0)
        skip("the compiler has no ASan");
    CHECK_EQ(run_program(HARNESS_BUILD "/test/sanitized_asan"), 0);
}

PRELOADED(under_a_program_built_with_tsan, one_share)
{
    if (access(HARNESS_BUILD "/test/sanitized_tsan", X_OK) != 0)
        skip("the compiler has no TSan");
    CHECK_EQ(run_program(HARNESS_BUILD "/test/sanitized_tsan"), 0);
}
