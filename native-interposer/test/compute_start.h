/* A program with kernels, and a share of compute time, in virtual time: it passes only while somebody waits. */
#ifndef ALIQUOT_TEST_COMPUTE_START_H
#define ALIQUOT_TEST_COMPUTE_START_H

#include "cuda_start.h"

#define MS 1000000ull
#define SECOND 1000000000ull

/* The room's share with these lines in its limits file. */
static inline void limited_to(const char *extra)
{
    char text[256];
    one_share();
    snprintf(text, sizeof text, "context=0\n%s", extra);
    room_limit("claim-g0", CARD_0, 1000 * MIB, "region", text);
    setenv("ALIQUOT_TEST_VIRTUAL_TIME", "1", 1);
}

static inline CUfunction kernel(const char *name)
{
    static CUmodule module;
    CUfunction function = NULL;
    if (!module)
        OK(cuModuleLoadData(&module, "image"));
    OK(cuModuleGetFunction(&function, module, name));
    return function;
}

static inline CUresult launch(CUfunction function, CUstream stream)
{
    return cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL);
}

/* The throttle of the room's region, as the file has it now. */
static inline struct aliquot_throttle throttle_now(const char *region)
{
    struct aliquot_region_header header;
    int fd = open(room(region), O_RDONLY | O_CLOEXEC);
    if (fd < 0 || pread(fd, &header, sizeof header, 0) != (ssize_t)sizeof header)
        memset(&header, 0, sizeof header);
    if (fd >= 0)
        close(fd);
    return header.throttle;
}

/* Percent of the card that `step` uses over so many seconds, after a start-up of as many. */
static inline double share_used_by(void (*step)(void), unsigned startup, unsigned seconds)
{
    uint64_t begin = aliquot_sim_now_ns();
    while (aliquot_sim_now_ns() < begin + startup * SECOND)
        step();
    uint64_t from = aliquot_sim_now_ns(), busy = aliquot_sim_gpu_ns(0, 0);
    while (aliquot_sim_now_ns() < from + seconds * SECOND)
        step();
    return (double)(aliquot_sim_gpu_ns(0, 0) - busy) * 100.0 / (double)(aliquot_sim_now_ns() - from);
}

#endif
