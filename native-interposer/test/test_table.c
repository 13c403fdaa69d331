/* Every row of the list, by dlsym and by both cuGetProcAddress: the driver's own function, or the hook of exactly that
 * symbol. What is right is asked of the driver by a program without the interposer. */
#include <dlfcn.h>

#include "cuda_start.h"

struct row { char base[64], symbol[64]; int version, flags; };
static struct row rows[640];
static int row_count;

static void read_rows(void)
{
    FILE *file = fopen(HARNESS_DATA "/driver-entry-points.tsv", "r");
    while (file && fscanf(file, "%63s %d %d %63s", rows[row_count].base, &rows[row_count].version,
                          &rows[row_count].flags, rows[row_count].symbol) == 4)
        row_count++;
    CHECK_EQ(row_count, 634);
}

static const char *const hooks[] = {
#define HOOK(symbol, base, version, flags) #symbol,
#define CALL(symbol, base, version, flags, reason)
#define PASS(symbol, base, version, flags, reason)
#include "hooks.def"
#undef HOOK
#undef CALL
#undef PASS
};
enum { HOOKS = sizeof hooks / sizeof *hooks };
static void *hook_address[HOOKS];

static int hook_index(const char *symbol)
{
    for (int i = 0; i < HOOKS; i++)
        if (strcmp(hooks[i], symbol) == 0)
            return i;
    return -1;
}

static const char *library(void)
{
    return getenv("HARNESS_LIBRARY") ? getenv("HARNESS_LIBRARY") : HARNESS_LIB;
}

/* "hook X", "driver X", "none" or "?": what a pointer is. */
static void name_of(void *pointer, char text[96])
{
    const char *symbol = pointer ? aliquot_sim_symbol_of(pointer) : NULL;
    snprintf(text, 96, "%s%s", !pointer ? "none" : symbol ? "driver " : "?", symbol ? symbol : "");
    for (int i = 0; pointer && i < HOOKS; i++)
        if (hook_address[i] == pointer)
            snprintf(text, 96, "hook %s", hooks[i]);
}

static void find_hooks(void)
{
    void *us = dlopen(library(), RTLD_NOW | RTLD_NOLOAD);
    for (int i = 0; us && i < HOOKS; i++)
        hook_address[i] = dlsym(us, hooks[i]);
}

static const int near_versions[] = {0, -1, 1, -1000, 1000, 1000000};
static const cuuint64_t all_flags[] = {0, 1, 2};

static __typeof__(&cuGetProcAddress_v2) find_v12000; /* older drivers lack it */
static __typeof__(&cuGetProcAddress) find_v11030;

static void look_up(FILE *out, const struct row *row, int version, cuuint64_t flags)
{
    char name[96];
    CUdriverProcAddressQueryResult found = 9;
    void *pointer = NULL;
    CUresult result = find_v12000 ? find_v12000(row->base, &pointer, version, flags, &found) : CUDA_SUCCESS;
    name_of(pointer, name);
    fprintf(out, "%s %d %d: %d %d %s\n", row->base, version, (int)flags, result, (int)found, name);
    pointer = NULL;
    result = find_v11030(row->base, &pointer, version, flags);
    name_of(pointer, name);
    fprintf(out, "%s %d %d: %d - %s\n", row->base, version, (int)flags, result, name);
}

/* One answer per look-up, in a fixed order: code of the driver and name of the pointer. */
static void look_up_all(FILE *out)
{
    char name[96];
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    find_v12000 = (__typeof__(find_v12000))dlsym(driver, "cuGetProcAddress_v2");
    find_v11030 = (__typeof__(find_v11030))dlsym(driver, "cuGetProcAddress");
    for (int r = 0; r < row_count; r++) {
        name_of(dlsym(driver, rows[r].symbol), name);
        fprintf(out, "%s %s\n", rows[r].symbol, name);
        for (size_t v = 0; v < sizeof near_versions / sizeof *near_versions; v++)
            for (size_t f = 0; f < 3; f++)
                look_up(out, &rows[r], rows[r].version + near_versions[v], all_flags[f]);
    }
}

static void apply_argument(const char *argument)
{
    if (strcmp(argument, "split") == 0)
        CHECK_EQ(aliquot_sim_split("*", 1), 0);
    if (strcmp(argument, "hide") == 0)
        for (int i = 0; i < HOOKS; i += 3)
            aliquot_sim_hide(hooks[i], 1);
}

HELPER(truth)
{
    read_rows();
    apply_argument(helper_argument());
    OK(cuInit(0));
    FILE *out = fopen(room("truth"), "w");
    look_up_all(out);
    fclose(out);
}

/* The same line, but for the hook in place of the driver's function of the same symbol. */
static bool agrees(const char *truth, const char *ours)
{
    const char *driver = strstr(truth, "driver "), *hook = strstr(ours, "hook ");
    if (!driver)
        return strcmp(truth, ours) == 0;
    char symbol[64];
    sscanf(driver + 7, "%63s", symbol);
    if (hook_index(symbol) < 0)
        return strcmp(truth, ours) == 0;
    return hook && hook - ours == driver - truth && strncmp(truth, ours, (size_t)(driver - truth)) == 0 &&
           strcmp(driver + 7, hook + 5) == 0;
}

static void compare(const char *argument)
{
    char truth[256], ours[256];
    int wrong = 0, lines = 0, hooked = 0;
    CHECK_EQ(wait_for(spawn_helper("truth", argument, false)), 0);
    read_rows();
    apply_argument(argument);
    find_hooks();
    OK(cuInit(0));
    FILE *out = fopen(room("ours"), "w");
    look_up_all(out);
    fclose(out);
    FILE *a = fopen(room("truth"), "r"), *b = fopen(room("ours"), "r");
    while (fgets(truth, sizeof truth, a) && fgets(ours, sizeof ours, b)) {
        lines++;
        hooked += strstr(ours, "hook ") != NULL;
        if (!agrees(truth, ours) && wrong++ < 10)
            fprintf(stderr, "    driver: %s    ours:   %s", truth, ours);
    }
    fclose(a);
    fclose(b);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(lines, 634 * 37);
    CHECK(hooked > 500);
    CHECK_EQ(view_region("region").flags, 0);
}

PRELOADED(each_look_up_gives_the_driver_or_the_hook_of_the_same_symbol, one_share)
{
    compare("");
}

static void old_driver(void)
{
    one_share();
    setenv("LD_LIBRARY_PATH", HARNESS_BUILD "/sim/driver-11040", 1);
}

PRELOADED(what_an_older_driver_lacks_stays_missing, old_driver)
{
    compare("");
}

PRELOADED(two_look_ups_with_different_pointers_give_the_same_hook, one_share)
{
    compare("split");
}

PRELOADED(a_function_that_only_dlsym_finds_is_hooked_there, one_share)
{
    compare("hide");
}

static void newer_driver(void)
{
    one_share();
    setenv("ALIQUOT_SIM_DRIVER_VERSION", "13030", 1);
}

PRELOADED(a_pointer_of_unknown_identity_passes_and_is_flagged, newer_driver)
{
    void *pointer;
    capture_stderr();
    OK(cuInit(0));
    aliquot_sim_split("*", 1);
    OK(cuGetProcAddress_v2("cuArrayGetPlane", &pointer, 13030, 0, NULL));
    CHECK_EQ(view_region("region").flags, 0);
    OK(cuGetProcAddress_v2("cuMemAlloc", &pointer, 13030, 0, NULL));
    CHECK(aliquot_sim_symbol_of(pointer) != NULL);
    CHECK_EQ(view_region("region").flags, ALIQUOT_FLAG_UNROUTED);
    CHECK(strstr(captured_stderr(), "cuMemAlloc of the driver is of unknown identity") != NULL);
}

PRELOADED(an_older_request_of_a_newer_driver_is_certain, newer_driver)
{
    void *pointer;
    OK(cuInit(0));
    find_hooks();
    aliquot_sim_split("*", 1);
    OK(cuGetProcAddress_v2("cuMemAlloc", &pointer, 12000, 0, NULL));
    CHECK(pointer == hook_address[hook_index("cuMemAlloc_v2")]);
    CHECK_EQ(view_region("region").flags, 0);
}

PRELOADED(unknown_names_pass_untouched, one_share)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW), *pointer = (void *)1;
    OK(cuInit(0));
    CHECK(dlsym(driver, "cuNoSuchFunction") == NULL);
    CHECK(strstr(dlerror(), "cuNoSuchFunction") != NULL);
    cuGetProcAddress_v2("cuNoSuchFunction", &pointer, 13000, 0, NULL);
    CHECK(pointer == NULL);
    cuGetProcAddress_v2("", &pointer, 13000, 0, NULL);
    CHECK(pointer == NULL);
    CHECK(cuGetProcAddress_v2("cuInit", NULL, 13000, 0, NULL) != CUDA_SUCCESS);
    CHECK(cuGetProcAddress_v2(NULL, &pointer, 13000, 0, NULL) != CUDA_SUCCESS);
}

PRELOADED(the_look_ups_of_the_runtime_give_callable_functions, one_share)
{
    char name[96], line[128];
    int version, flags, found = 0, hooked = 0, lines = 0;
    FILE *file = fopen(HARNESS_DATA "/cudart-13.0-lookups.txt", "r");
    OK(cuInit(0));
    find_hooks();
    while (fgets(line, sizeof line, file)) {
        void *pointer = NULL;
        lines++;
        if (sscanf(line, "%95s v%d fl%d", name, &version, &flags) != 3)
            continue;
        if (cuGetProcAddress_v2(name, &pointer, version, (cuuint64_t)flags, NULL) != CUDA_SUCCESS)
            continue;
        char what[96];
        name_of(pointer, what);
        found++;
        hooked += strncmp(what, "hook ", 5) == 0;
        CHECK(what[0] != '?');
    }
    fclose(file);
    CHECK_EQ(lines, 440);
    CHECK(found > 380);
    CHECK(hooked > 50);
}
