/* All 634 entry points, by dlsym and by both cuGetProcAddress. */
#include <dlfcn.h>

#include "check.h"

struct row {
    char base[64], symbol[64];
    int version, flags;
};
static struct row rows[700];
static int row_count;

static void load(void)
{
    FILE *file = fopen("data/driver-entry-points.tsv", "re");
    CHECK(file);
    while (fscanf(file, "%63s %d %d %63s", rows[row_count].base, &rows[row_count].version, &rows[row_count].flags,
                  rows[row_count].symbol) == 4)
        row_count++;
    fclose(file);
    EQUAL(row_count, 634);
}

/* What the rule of versions gives: computed from the list alone, in another way than the simulator does it. */
static const char *expected(const char *base, int version, int flags)
{
    const struct row *plain = NULL, *variant = NULL;
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i];
        if (strcmp(row->base, base) != 0 || row->version > version)
            continue;
        if (row->flags == 0 && (!plain || row->version > plain->version))
            plain = row;
    }
    for (int i = 0; plain && flags == 2 && i < row_count; i++) {
        char ptsz[80], ptds[80];
        snprintf(ptsz, sizeof ptsz, "%s_ptsz", plain->symbol);
        snprintf(ptds, sizeof ptds, "%s_ptds", plain->symbol);
        if (rows[i].version <= version && (!strcmp(rows[i].symbol, ptsz) || !strcmp(rows[i].symbol, ptds)))
            variant = &rows[i];
    }
    return variant ? variant->symbol : plain ? plain->symbol : NULL;
}

static void look_up(const char *base, int version, unsigned flags)
{
    void *four = NULL, *five = NULL;
    CUdriverProcAddressQueryResult status;
    const char *wanted = expected(base, version, (int)flags);
    OK(cuGetProcAddress(base, &four, version, flags));
    OK(cuGetProcAddress_v2(base, &five, version, flags, &status));
    CHECK(four == five);
    if (!wanted) {
        CHECK(!five);
        EQUAL(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
        return;
    }
    EQUAL(status, CU_GET_PROC_ADDRESS_SUCCESS);
    CHECK(five == dlsym(RTLD_DEFAULT, wanted));
    CHECK(strcmp(aliquot_sim_symbol_of(five), wanted) == 0);
}

TEST(every_row_is_found_at_its_version_one_below_and_one_above)
{
    load();
    for (int i = 0; i < row_count; i++)
        for (unsigned flags = 0; flags <= 2; flags++)
            for (int step = -1; step <= 1; step++)
                if (rows[i].version + step <= 13000)
                    look_up(rows[i].base, rows[i].version + step, flags);
}

TEST(every_symbol_has_an_address_of_its_own)
{
    load();
    for (int i = 0; i < row_count; i++) {
        void *address = dlsym(RTLD_DEFAULT, rows[i].symbol);
        CHECK(address);
        const char *name = aliquot_sim_symbol_of(address);
        CHECK(name && strcmp(name, rows[i].symbol) == 0);
    }
}

TEST(entries_without_semantics_say_so_and_are_counted)
{
    int unsupported = 0;
    load();
    OK(cuInit(0));
    for (int i = 0; i < row_count; i++) {
        if (aliquot_sim_supported(rows[i].symbol))
            continue;
        CUresult (*entry)(void) = (CUresult(*)(void))dlsym(RTLD_DEFAULT, rows[i].symbol);
        EQUAL(entry(), CUDA_ERROR_NOT_SUPPORTED);
        EQUAL(aliquot_sim_calls(rows[i].symbol), 1);
        unsupported++;
    }
    EQUAL(aliquot_sim_unsupported_calls(), unsupported);
    printf("     %d of 634 entries have semantics\n", 634 - unsupported);
}

TEST(unknown_names_wrong_flags_and_newer_versions_are_refused)
{
    void *address = &address;
    CUdriverProcAddressQueryResult status;
    OK(cuGetProcAddress_v2("cuGLMapBufferObject", &address, 13000, 0, &status));
    EQUAL(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    CHECK(!address);
    OK(cuGetProcAddress_v2("", &address, 13000, 0, &status));
    EQUAL(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    EQUAL(cuGetProcAddress_v2("cuInit", &address, 13010, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    EQUAL(cuGetProcAddress_v2("cuInit", &address, 13000, 3, NULL), CUDA_ERROR_INVALID_VALUE);
    EQUAL(cuGetProcAddress_v2("cuInit", NULL, 13000, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    EQUAL(aliquot_sim_set("gpa_miss", "not_found"), 0);
    EQUAL(cuGetProcAddress_v2("cuNone", &address, 13000, 0, &status), CUDA_ERROR_NOT_FOUND);
}

TEST(an_older_driver_offers_no_newer_rows)
{
    void *address;
    int version;
    CUdriverProcAddressQueryResult status;
    EQUAL(aliquot_sim_set("driver_version", "11040"), 0);
    OK(cuDriverGetVersion(&version));
    EQUAL(version, 11040);
    OK(cuGetProcAddress_v2("cuCtxCreate", &address, 11040, 0, &status));
    CHECK(strcmp(aliquot_sim_symbol_of(address), "cuCtxCreate_v3") == 0);
    OK(cuGetProcAddress_v2("cuGraphInstantiateWithParams", &address, 11040, 0, &status));
    EQUAL(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    EQUAL(cuGetProcAddress_v2("cuCtxCreate", &address, 12050, 0, &status), CUDA_ERROR_INVALID_VALUE);
}

TEST(a_hidden_symbol_is_not_found_and_a_split_one_has_a_second_address)
{
    void *address;
    CUdriverProcAddressQueryResult status;
    EQUAL(aliquot_sim_hide("cuMemCreate", 1), 0);
    OK(cuGetProcAddress_v2("cuMemCreate", &address, 13000, 0, &status));
    EQUAL(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    EQUAL(aliquot_sim_split("*", 1), 0);
    OK(cuGetProcAddress_v2("cuDriverGetVersion", &address, 13000, 0, &status));
    CHECK(address != dlsym(RTLD_DEFAULT, "cuDriverGetVersion"));
    CHECK(strcmp(aliquot_sim_symbol_of(address), "cuDriverGetVersion") == 0);
    int version = 0;
    OK(((CUresult(*)(int *))address)(&version));
    EQUAL(version, 13000);
}

TEST(the_nth_call_fails_as_asked)
{
    CUdeviceptr p;
    check_start(0);
    EQUAL(aliquot_sim_fail("cuMemAlloc_v2", 2, 2, CUDA_ERROR_ECC_UNCORRECTABLE), 0);
    OK(cuMemAlloc_v2(&p, 1));
    EQUAL(cuMemAlloc_v2(&p, 1), CUDA_ERROR_ECC_UNCORRECTABLE);
    EQUAL(cuMemAlloc_v2(&p, 1), CUDA_ERROR_ECC_UNCORRECTABLE);
    OK(cuMemAlloc_v2(&p, 1));
    EQUAL(aliquot_sim_calls("cuMemAlloc_v2"), 4);
    EQUAL(aliquot_sim_fail("cuNone", 1, 1, 1), -1);
}

TEST(latency_passes_on_the_clock)
{
    EQUAL(aliquot_sim_set("clock", "virtual"), 0);
    check_start(0);
    EQUAL(aliquot_sim_latency("cuMemGetInfo_v2", 5000000), 0);
    uint64_t before = aliquot_sim_now_ns();
    check_free();
    EQUAL(aliquot_sim_now_ns() - before, 5000000);
}

TEST(the_export_table_makes_a_primary_context_past_the_public_functions)
{
    const CUuuid uuid = {"\x6b\xd5\xfb\x6c\x5b\xf4\xe7\x4a\x89\x87\xd9\x39\x12\xfd\x9d\xf9"};
    const void *const *table;
    CUcontext context;
    OK(cuInit(0));
    OK(cuGetExportTable((const void **)&table, &uuid));
    OK(((CUresult(*)(CUcontext *, CUdevice))table[2])(&context, 0));
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0), 350 * MIB);
    EQUAL(aliquot_sim_calls("cuDevicePrimaryCtxRetain"), 0);
}

TEST(every_error_has_a_name)
{
    const char *name;
    OK(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &name));
    CHECK(strcmp(name, "CUDA_ERROR_OUT_OF_MEMORY") == 0);
    OK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &name));
    CHECK(strcmp(name, "out of memory") == 0);
    EQUAL(cuGetErrorName((CUresult)12345, &name), CUDA_ERROR_INVALID_VALUE);
    CHECK(!name);
}
