/* Limits files and legacy variables, as text in and limits out. */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "card_limits.h"
#include "harness.h"

static struct aliquot_limit limit;
static unsigned line;

static const char *parse(const char *text)
{
    return limits_parse(text, strlen(text), &limit, &line);
}

#define GOOD "version=1\nuuid=" CARD_0 "\nmemory=1000\nregion=/r/a\n"

UNIT(a_limits_file_is_read)
{
    CHECK(parse("# by the node driver\n\n" GOOD "cores=30\ncontext=5\npriority=high\n") == NULL);
    CHECK_EQ(limit.memory, 1000);
    CHECK_EQ(limit.cores, 30);
    CHECK_EQ(limit.context, 5);
    CHECK(limit.may_be_high);
    CHECK(!limit.create);
    CHECK(strcmp(limit.region, "/r/a") == 0);
    CHECK_EQ(limit.uuid[15], 0);
    CHECK_EQ(limit.uuid[6], 0x40);
}

UNIT(what_is_left_out_has_a_safe_default)
{
    CHECK(parse(GOOD) == NULL);
    CHECK_EQ(limit.cores, 0);
    CHECK_EQ(limit.context, ALIQUOT_CONTEXT_DEFAULT);
    CHECK(!limit.may_be_high);
}

UNIT(a_uuid_of_an_instance_is_a_card_too)
{
    CHECK(parse("version=1\nuuid=MIG-0f0e0d0c-0b0a-0908-0706-050403020100\nmemory=1\nregion=/a\n") == NULL);
    CHECK_EQ(limit.uuid[0], 15);
    CHECK_EQ(limit.uuid[15], 0);
}

UNIT(a_bad_limits_file_is_named_with_its_line)
{
    static const struct { const char *text; unsigned line; } bad[] = {
        {"", 0}, {"\n", 1}, {"version=1\n", 1}, {"version=2\n" "uuid=" CARD_0 "\n", 1},
        {"uuid=" CARD_0 "\nversion=1\n", 1}, {GOOD "memory=5\n", 5}, {GOOD "unknown=1\n", 5}, {GOOD "cores\n", 5},
        {GOOD "cores=101\n", 5}, {GOOD "cores=-1\n", 5}, {GOOD "cores= 5\n", 5}, {GOOD "cores =5\n", 5},
        {GOOD "cores=5", 5}, {GOOD "priority=low\n", 5}, {GOOD "context=1k\n", 5}, {GOOD "Cores=5\n", 5},
        {"version=1\nuuid=GPU-0000\n", 2}, {"version=1\nuuid=GPU-00000000-0000-4000-8000-00000000000g\n", 2},
        {"version=1\nuuid=00000000-0000-4000-8000-000000000000\n", 2}, {"version=1\nmemory=0\n", 2},
        {"version=1\nmemory=99999999999999999999\n", 2}, {"version=1\nmemory=0x10\n", 2}, {"version=1\nregion=a\n", 2},
        {"version=1\nregion=/\n", 2}, {GOOD "\r\n", 5}, {"version=1\nmemory=\n", 2},
        {"version=1\nmemory=4611686018427387905\n", 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *wrong = parse(bad[i].text);
        if (!CHECK(wrong != NULL) || (bad[i].line && !CHECK_EQ(line, bad[i].line)))
            fprintf(stderr, "    case %zu\n", i);
    }
}

UNIT(a_file_cut_anywhere_is_bad_or_says_the_same_of_memory)
{
    const char *text = GOOD "cores=30\n";
    for (size_t length = 0; length < strlen(text); length++)
        if (!limits_parse(text, length, &limit, &line))
            CHECK_EQ(limit.memory, 1000);
}

UNIT(random_bytes_are_never_a_limits_file)
{
    char text[512];
    unsigned seed = 7;
    for (int round = 0; round < 20000; round++) {
        for (size_t i = 0; i < sizeof text; i++)
            text[i] = (char)rand_r(&seed);
        CHECK(limits_parse(text, (size_t)(round % (int)sizeof text), &limit, &line) != NULL);
    }
}

static struct limits all;

static void add(const char *file, uint64_t memory, uint32_t cores, bool high, const char *region)
{
    parse(GOOD);
    limit.memory = memory;
    limit.cores = cores;
    limit.may_be_high = high;
    snprintf(limit.region, sizeof limit.region, "%s", region);
    CHECK(limits_add(&all, &limit, file));
}

UNIT(of_two_files_for_a_card_the_smaller_limit_and_its_region_count)
{
    add("b", 2000, 0, true, "/b");
    add("a", 1000, 30, true, "/a");
    add("c", 1500, 60, false, "/c");
    CHECK_EQ(all.count, 1);
    CHECK_EQ(all.card[0].memory, 1000);
    CHECK(strcmp(all.card[0].region, "/a") == 0);
    CHECK_EQ(all.card[0].cores, 30);
    CHECK(!all.card[0].may_be_high);
}

UNIT(a_forged_file_cannot_lift_the_cores_limit_or_the_priority)
{
    add("ours", 2000, 30, false, "/ours");
    add("forged", 1999, 0, true, "/forged");
    CHECK_EQ(all.card[0].memory, 1999);
    CHECK_EQ(all.card[0].cores, 30);
    CHECK(!all.card[0].may_be_high);
}

UNIT(among_equal_limits_the_first_name_counts)
{
    add("b", 1000, 0, false, "/b");
    add("a", 1000, 0, false, "/a");
    add("c", 1000, 0, false, "/c");
    CHECK(strcmp(all.card[0].region, "/a") == 0);
}

UNIT(more_cards_than_can_be_counted_do_not_hide_ours)
{
    char name[32], text[256];
    mkdir(room("limits"), 0755);
    for (int i = 0; i < LIMITS_MAX; i++) {
        snprintf(name, sizeof name, "limits/forged-%d", i);
        int length = snprintf(text, sizeof text,
                              "version=1\nuuid=GPU-ffffffff-0000-4000-8000-0000000000%02x\nmemory=1000\nregion=/x\n", i);
        room_write(name, text, (size_t)length);
    }
    limits_read(&all, room("limits"));
    CHECK(!all.unknown && !all.bad);
    CHECK_EQ(all.count, LIMITS_MAX);
    room_limit("ours", CARD_0, 1000, "region", "");
    capture_stderr();
    limits_read(&all, room("limits"));
    CHECK(all.unknown);
    CHECK(strstr(captured_stderr(), "no memory is given"));
}

UNIT(limits_that_cannot_be_read_for_want_of_descriptors_are_not_taken_for_none)
{
    struct rlimit few;
    mkdir(room("limits"), 0755);
    room_limit("ours", CARD_0, 1000, "region", "");
    getrlimit(RLIMIT_NOFILE, &few);
    int lowest = open("/", O_RDONLY | O_CLOEXEC);
    for (int spare = 0; spare < 2; spare++) { /* none for the folder, one for the folder and none for the file */
        few.rlim_cur = (rlim_t)(lowest + 1 + spare);
        setrlimit(RLIMIT_NOFILE, &few);
        limits_read(&all, room("limits"));
        CHECK(all.unknown);
    }
    few.rlim_cur = few.rlim_max;
    setrlimit(RLIMIT_NOFILE, &few);
    limits_read(&all, room("limits"));
    CHECK(!all.unknown && all.count == 1);
}

UNIT(a_folder_is_read_and_bad_files_are_left_out_and_reported)
{
    room_limit("claim-g0", CARD_0, 500, "r0", "");
    room_limit("claim-g1", CARD_1, 600, "r1", "");
    room_write("limits/forged", "memory=1\n", 9);
    capture_stderr();
    limits_read(&all, room("limits"));
    CHECK_EQ(all.count, 2);
    CHECK(all.bad);
    CHECK(strstr(captured_stderr(), "aliquot: limits file left out: forged line 1: the first key is not version\n"));
    const uint8_t other[16] = {9};
    CHECK(limits_of(&all, other) == NULL);
}

UNIT(an_endless_file_or_a_folder_or_a_pipe_does_not_stop_us)
{
    static char big[5000];
    memset(big, '#', sizeof big);
    room_write("limits/big", big, sizeof big);
    CHECK_EQ(mkfifo(room("limits/pipe"), 0666), 0);
    CHECK_EQ(mkdir(room("limits/folder"), 0755), 0);
    CHECK_EQ(symlink("/dev/zero", room("limits/zero")), 0);
    limits_read(&all, room("limits"));
    CHECK_EQ(all.count, 0);
    CHECK(all.bad);
}

UNIT(a_missing_folder_has_no_limits)
{
    limits_read(&all, room("nothing"));
    CHECK_EQ(all.count, 0);
    CHECK(!all.bad);
}

static uint64_t legacy_memory(const char *value)
{
    const uint8_t uuid[16] = {1, 2, 3};
    setenv("CUDA_DEVICE_MEMORY_LIMIT", value, 1);
    return legacy_limit(0, uuid, &limit) ? limit.memory : 0;
}

UNIT(legacy_memory_takes_k_m_g_and_bytes)
{
    CHECK_EQ(legacy_memory("3000m"), 3000 * MIB);
    CHECK_EQ(legacy_memory("3000M"), 3000 * MIB);
    CHECK_EQ(legacy_memory("2g"), 2 * GIB);
    CHECK_EQ(legacy_memory("5K"), 5120);
    CHECK_EQ(legacy_memory("12345"), 12345);
    CHECK_EQ(legacy_memory("0"), 0);
    CHECK_EQ(legacy_memory("0m"), 0);
    CHECK_EQ(legacy_memory(""), 0);
}

UNIT(a_malformed_legacy_value_is_reported_and_sets_no_limit)
{
    static const char *const bad[] = {"-1", "m", "1.5g", "12x", " 5", "5 m", "0x10", "99999999999999999999", "5000000000g"};
    capture_stderr();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_EQ(legacy_memory(bad[i]), 0);
    CHECK(strstr(captured_stderr(), "CUDA_DEVICE_MEMORY_LIMIT is not a number"));
}

UNIT(the_variable_of_one_card_wins_over_that_of_all)
{
    const uint8_t uuid[16] = {0xab, 0xcd};
    setenv("CUDA_DEVICE_MEMORY_LIMIT", "100m", 1);
    setenv("CUDA_DEVICE_MEMORY_LIMIT_1", "200m", 1);
    setenv("CUDA_DEVICE_SM_LIMIT", "40", 1);
    setenv("CUDA_DEVICE_SM_LIMIT_0", "100", 1);
    setenv("CUDA_DEVICE_MEMORY_SHARED_CACHE", "/somewhere/cache", 1);
    CHECK(legacy_limit(0, uuid, &limit));
    CHECK_EQ(limit.memory, 100 * MIB);
    CHECK_EQ(limit.cores, 0);
    CHECK(legacy_limit(1, uuid, &limit));
    CHECK_EQ(limit.memory, 200 * MIB);
    CHECK_EQ(limit.cores, 40);
    CHECK(limit.create);
    CHECK(!strcmp(limit.region, "/somewhere/cache.aliquot-abcd0000-0000-0000-0000-000000000000"));
}

UNIT(without_variables_there_is_no_limit)
{
    const uint8_t uuid[16] = {0};
    CHECK(!legacy_limit(0, uuid, &limit));
    setenv("CUDA_DEVICE_SM_LIMIT", "0", 1);
    CHECK(!legacy_limit(0, uuid, &limit));
}
