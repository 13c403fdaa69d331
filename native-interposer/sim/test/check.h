/* A small test harness: each TEST runs in a process of its own, on a state file of its own. */
#ifndef SIM_TEST_CHECK_H
#define SIM_TEST_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_api.h"
#include "sim_control.h"

#define MIB (1ull << 20)

/* Ends the test with a message. */
_Noreturn void check_failed(const char *file, int line, const char *what, long long got, long long wanted);

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            check_failed(__FILE__, __LINE__, #condition, 0, 1);                                                        \
    } while (0)
#define EQUAL(got, wanted)                                                                                             \
    do {                                                                                                               \
        long long got_ = (long long)(got), wanted_ = (long long)(wanted);                                              \
        if (got_ != wanted_)                                                                                           \
            check_failed(__FILE__, __LINE__, #got " = " #wanted, got_, wanted_);                                       \
    } while (0)
#define OK(call) EQUAL(call, CUDA_SUCCESS)

struct check_test {
    const char *sentence;
    void (*run)(void);
    struct check_test *next;
};
void check_add(struct check_test *test);

/* TEST(a_sentence_with_underscores) { … } */
#define TEST(name)                                                                                                     \
    static void name(void);                                                                                            \
    static struct check_test test_##name = {#name, name, NULL};                                                        \
    __attribute__((constructor)) static void add_##name(void) { check_add(&test_##name); }                             \
    static void name(void)

/* cuInit and the primary context of the card, current. */
CUcontext check_start(int card);
/* Free memory of the current context's card. */
uint64_t check_free(void);
/* A function of the given name in a new module of the current context. */
CUfunction check_kernel(const char *name);
void check_launch(CUfunction kernel, CUstream stream);
/* Waits until the condition gives true; fails the test after 20 s. */
void check_wait(int (*condition)(void *), void *argument);

#endif
