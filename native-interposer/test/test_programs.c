/* Whole programs that load the driver as programs do: a replay of the runtime's look-ups, and one that allocates until it
 * is refused, by dlopen and linked. */
#include <sys/wait.h>

#include "harness.h"
#include "share_view.h"

static void with_context(void)
{
    one_share();
    room_limit("claim-g0", CARD_0, 1000 * MIB, "region", "context=367001600\n");
}

/* Runs a command with its output in a file of the room; under: with the interposer, as this test. */
static int run(const char *command, const char *output, bool under)
{
    char line[1024];
    snprintf(line, sizeof line, "%s%s > %s", under ? "" : "unset LD_PRELOAD; ", command, room(output));
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_hook(const char *symbol)
{
    static const char *const hooks[] = {
#define HOOK(symbol, base, version, flags) #symbol,
#define CALL(symbol, base, version, flags, reason)
#define PASS(symbol, base, version, flags, reason)
#include "hooks.def"
#undef HOOK
#undef CALL
#undef PASS
    };
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (strcmp(hooks[i], symbol) == 0)
            return true;
    return false;
}

struct answer { char base[96], symbol[96], object[96]; int version, flags, result, status; };

static bool read_answer(FILE *file, struct answer *a)
{
    char line[512], *rest = line, *field[7] = {0};
    if (!fgets(line, sizeof line, file))
        return false;
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < 7 && rest; i++)
        field[i] = strsep(&rest, "\t");
    if (!CHECK(field[6] != NULL))
        return false;
    snprintf(a->base, sizeof a->base, "%s", field[0]); /* may be empty: the runtime asks for that too */
    a->version = atoi(field[1]);
    a->flags = atoi(field[2]);
    a->result = atoi(field[3]);
    a->status = atoi(field[4]);
    snprintf(a->symbol, sizeof a->symbol, "%s", field[5]);
    snprintf(a->object, sizeof a->object, "%s", field[6]);
    return true;
}

static void compare(FILE *bare, FILE *ours)
{
    struct answer a, b;
    int lines = 0, hooked = 0;
    while (read_answer(bare, &a) && read_answer(ours, &b)) {
        bool same = strcmp(a.base, b.base) == 0 && a.result == b.result && a.status == b.status && strcmp(a.symbol, b.symbol) == 0;
        bool expect_hook = is_hook(a.symbol);
        bool right = expect_hook ? strstr(b.object, "libaliquot") != NULL : strcmp(a.object, b.object) == 0;
        if (!CHECK(same && right))
            fprintf(stderr, "    %s %d %d: %s in %s, ours %s in %s\n", a.base, a.version, a.flags, a.symbol, a.object,
                    b.symbol, b.object);
        lines++;
        hooked += expect_hook;
    }
    CHECK(lines >= 440);
    CHECK(hooked > 50);
}

PRELOADED(the_runtimes_start_gets_the_hooks_of_the_right_symbols, with_context)
{
    const char *command = HARNESS_BUILD "/sim/mini-cudart " HARNESS_DATA "/cudart-13.0-lookups.txt";
    CHECK_EQ(run(command, "bare", false), 0);
    CHECK_EQ(run(command, "ours", true), 0);
    FILE *bare = fopen(room("bare"), "r"), *ours = fopen(room("ours"), "r");
    compare(bare, ours);
    fclose(bare);
    fclose(ours);
}

static void allocates_until_refused(const char *program)
{
    static const char *const paths[] = {"linear", "pitch", "managed", "array", "async", "pool", "vmm"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char command[256];
        unsigned long long bytes = 0;
        snprintf(command, sizeof command, "%s/sim/%s --path %s --step 32m", HARNESS_BUILD, program, paths[i]);
        CHECK_EQ(run(command, "out", true), 0);
        sscanf(room_read("out"), "bytes=%llu", &bytes);
        /* 650 MiB beside the context: 20 steps of 32 MiB */
        if (!CHECK_EQ(bytes, 640 * MIB) || !CHECK(strstr(room_read("out"), "CUDA_ERROR_OUT_OF_MEMORY")))
            fprintf(stderr, "    by %s: %s\n", paths[i], room_read("out"));
    }
}

PRELOADED(a_program_that_opens_the_driver_is_refused_at_its_share_by_every_path, with_context)
{
    allocates_until_refused("sim-alloc");
}

PRELOADED(a_program_linked_with_the_driver_is_refused_at_its_share_by_every_path, with_context)
{
    allocates_until_refused("sim-alloc-linked");
}
