/* A small test harness. Every test runs in a process of its own:
 *
 *   UNIT(a_sentence) { … }                 in a forked child
 *   PRELOADED(a_sentence, setup) { … }     in a fresh program under the interposer, on the simulated driver; `setup` runs
 *                                          before it starts: it writes limits files and sets variables
 *   HELPER(name) { … }                     code for spawn_helper(): a fresh program in the same room, no test of its own
 *
 * A room is a folder that exists for one test. CHECKs count in the process that makes them; any failure fails the test. */
#ifndef ALIQUOT_TEST_HARNESS_H
#define ALIQUOT_TEST_HARNESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define MIB (1ull << 20)
#define GIB (1ull << 30)
#define CARD_0 "GPU-00000000-0000-4000-8000-000000000000"
#define CARD_1 "GPU-11111111-1111-4111-8111-111111111111"

struct test {
    const char *name;
    void (*body)(void);
    void (*setup)(void);
    int kind; /* 0 unit, 1 preloaded, 2 helper */
    struct test *next;
};
void harness_add(struct test *test);

#define HARNESS_TEST(test_name, test_setup, test_kind)                                                                 \
    static void test_name(void);                                                                                       \
    static struct test test_of_##test_name = {#test_name, test_name, test_setup, test_kind, NULL};                     \
    __attribute__((constructor)) static void add_##test_name(void)                                                     \
    {                                                                                                                  \
        harness_add(&test_of_##test_name);                                                                             \
    }                                                                                                                  \
    static void test_name(void)
#define UNIT(name) HARNESS_TEST(name, NULL, 0)
#define PRELOADED(name, setup) HARNESS_TEST(name, setup, 1)
#define HELPER(name) HARNESS_TEST(name, NULL, 2)

bool harness_check(bool good, const char *file, int line, const char *text);
bool harness_equal(long long a, long long b, const char *file, int line, const char *text);
#define CHECK(condition) harness_check((condition), __FILE__, __LINE__, #condition)
#define CHECK_EQ(a, b) harness_equal((long long)(a), (long long)(b), __FILE__, __LINE__, #a " == " #b)
/* Ends the test as skipped; the reason is shown. */
void skip(const char *reason) __attribute__((noreturn));
/* Skips what a sanitizer's runtime in front of the library makes impossible. */
void skip_under_sanitizers(void);

/* --- the room -------------------------------------------------------------------------------------------------------- */

/* A path in the room. Valid until four more calls. */
const char *room(const char *name);
/* Writes a file of the room. */
void room_write(const char *name, const char *text, size_t length);
/* Reads a file of the room into a static buffer; "" when it isn't there. */
const char *room_read(const char *name);
/* A limits file limits/<name> for a card; the region is the room's <region>. extra: further lines or "". */
void room_limit(const char *name, const char *uuid, uint64_t memory, const char *region, const char *extra);
/* For setups: an empty region file that everyone may write, as the node driver makes it. */
void room_region(const char *region);
/* Most tests: 1000 MiB of card 0, region "region", no cost for a context. */
void one_share(void);
/* The same, and 2000 MiB of card 1, region "region1". */
void two_shares(void);

/* --- processes --------------------------------------------------------------------------------------------------------- */

/* Starts a helper of this program with an argument (getenv "HARNESS_ARGUMENT"). under: with the interposer or not. */
pid_t spawn_helper(const char *name, const char *argument, bool under);
const char *helper_argument(void);
/* Exit status; 128 + signal for a killed process. */
int wait_for(pid_t pid);
/* Waits for a condition: true as soon as it holds, false after `seconds`. */
bool eventually(bool (*condition)(void *), void *context, int seconds);

/* What this process wrote to stderr since capture_stderr. */
void capture_stderr(void);
const char *captured_stderr(void);

#endif
