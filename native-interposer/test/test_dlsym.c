/* How programs look functions up, in all the ways that have broken interposers before. */
#include <dlfcn.h>

#include "cuda_start.h"

#define LIB(name) HARNESS_BUILD "/test/lib_" name ".so"

static void *hook(const char *symbol)
{
    const char *library = getenv("HARNESS_LIBRARY") ? getenv("HARNESS_LIBRARY") : HARNESS_LIB;
    void *us = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    CHECK(us != NULL);
    return dlsym(us, symbol);
}

static void *lib(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        fprintf(stderr, "    %s\n", dlerror());
    CHECK(handle != NULL);
    return handle;
}

#define CALL_OF(handle, name) (((void *(*)(void))dlsym(handle, name))())

PRELOADED(a_handle_of_the_driver_gives_the_hook, one_share)
{
    void *driver = lib("libcuda.so.1");
    CHECK(dlsym(driver, "cuMemAlloc_v2") == hook("cuMemAlloc_v2"));
    CHECK(dlsym(driver, "cuMemcpyAsync") != NULL);
    CHECK(aliquot_sim_symbol_of(dlsym(driver, "cuMemcpyAsync")) != NULL);
    CHECK(aliquot_sim_symbol_of(dlsym(driver, "cuGetExportTable")) != NULL);
}

PRELOADED(the_handle_of_the_whole_program_and_the_default_scope_give_the_hook, one_share)
{
    CHECK(dlsym(dlopen(NULL, RTLD_NOW), "cuMemAlloc_v2") == hook("cuMemAlloc_v2"));
    CHECK(dlsym(RTLD_DEFAULT, "cuMemAlloc_v2") == hook("cuMemAlloc_v2"));
}

PRELOADED(a_name_that_is_not_hooked_is_the_loaders_business, one_share)
{
    void *c = lib("libc.so.6");
    CHECK(dlsym(c, "malloc") == dlsym(RTLD_DEFAULT, "malloc"));
    CHECK(dlsym(c, "cu") == NULL);
    CHECK(dlsym(c, "c") == NULL);
    CHECK(dlsym(c, "") == NULL);
    CHECK(dlsym(c, "custom_function") == NULL && strstr(dlerror(), "custom_function"));
    CHECK(dlsym(lib(LIB("clash")), "cuCustomKernelLauncher") != NULL);
}

PRELOADED(a_function_of_the_programs_own_that_is_named_like_the_drivers_stays_its_own, one_share)
{
    void *clash = lib(LIB("clash"));
    void *own = dlsym(clash, "cuMemAlloc_v2");
    CHECK(own && own != hook("cuMemAlloc_v2"));
    CHECK_EQ(((int (*)(void *, unsigned long))own)(NULL, 5), 1000005);
}

PRELOADED(globals_of_the_program_with_our_names_are_not_ours, one_share)
{
    CHECK_EQ(((int (*)(void))dlsym(lib(LIB("clash")), "clash_sum"))(), 28);
    context_on(0);
    CHECK_EQ(((int (*)(void))dlsym(lib(LIB("clash")), "clash_sum"))(), 28);
}

PRELOADED(versioned_look_ups_give_the_same, one_share)
{
    void *c = lib("libc.so.6"), *driver = lib("libcuda.so.1");
    const char *version = sizeof(void *) == 8 && dlvsym(c, "malloc", "GLIBC_2.2.5") ? "GLIBC_2.2.5" : "GLIBC_2.17";
    CHECK(dlvsym(c, "malloc", version) != NULL);
    CHECK(dlvsym(RTLD_NEXT, "malloc", version) != NULL);
    CHECK(dlvsym(driver, "cuMemAlloc_v2", version) == NULL || dlvsym(driver, "cuMemAlloc_v2", version) == hook("cuMemAlloc_v2"));
}

PRELOADED(next_and_default_see_the_real_caller, one_share)
{
    void *linked = lib(LIB("linked"));
    CHECK(CALL_OF(linked, "next_malloc") == dlsym(RTLD_DEFAULT, "malloc"));
    CHECK(CALL_OF(linked, "default_malloc") == dlsym(RTLD_DEFAULT, "malloc"));
    CHECK(dlsym(RTLD_NEXT, "cuMemAlloc_v2") == hook("cuMemAlloc_v2")); /* we come after the program */
    CHECK(dlsym(RTLD_NEXT, "cuMemAlloc_v2") == hook("cuMemAlloc_v2")); /* and the second time too */
}

PRELOADED(a_library_linked_with_the_driver_and_loaded_locally_is_hooked, one_share)
{
    void *linked = lib(LIB("linked"));
    CHECK(CALL_OF(linked, "linked_alloc") == hook("cuMemAlloc_v2"));
    CHECK(CALL_OF(linked, "looked_up_alloc") == hook("cuMemAlloc_v2"));
}

/* A known limit: such a library finds the driver before us. Its process still has a slot, or is seen without one. */
PRELOADED(deepbind_is_a_known_limit, one_share)
{
    void *deep = dlopen(LIB("linked"), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!deep)
        skip("no RTLD_DEEPBIND here (a sanitizer refuses it)");
    void *direct = CALL_OF(deep, "linked_alloc"), *found = CALL_OF(deep, "looked_up_alloc");
    printf("  linked: %s, looked up: %s\n", direct == hook("cuMemAlloc_v2") ? "limited" : "not limited",
           found == hook("cuMemAlloc_v2") ? "limited" : "not limited");
    context_on(0);
    CHECK_EQ(view_region("region").live, 1);
}

PRELOADED(a_copy_of_the_driver_in_a_namespace_of_its_own_passes_and_is_flagged, one_share)
{
    capture_stderr();
    context_on(0);
    void *copy = dlmopen(LM_ID_NEWLM, "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!copy)
        skip("no dlmopen here");
    void *found = dlsym(copy, "cuMemAlloc_v2");
    CHECK(found && found != hook("cuMemAlloc_v2"));
    dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuMemAlloc_v2");
    CHECK(strstr(captured_stderr(), "another copy of the driver"));
    CUdeviceptr a;
    OK(cuMemAlloc_v2(&a, MIB));
    CUcontext context;
    OK(cuCtxCreate_v2(&context, 0, 0));
    void *pointer;
    OK(cuGetProcAddress_v2("cuInit", &pointer, 13000, 0, NULL));
    CHECK(view_region("region").flags & ALIQUOT_FLAG_FOREIGN_DRIVER);
}

PRELOADED(a_copy_of_the_driver_under_another_name_passes_and_is_flagged, one_share)
{
    char command[1024];
    capture_stderr();
    context_on(0);
    snprintf(command, sizeof command, "cp %s/libcuda.so.1 %s", HARNESS_SIM, room("libother.so"));
    CHECK_EQ(system(command), 0);
    void *copy = lib(room("libother.so"));
    void *found = dlsym(copy, "cuMemAlloc_v2");
    CHECK(found && found != hook("cuMemAlloc_v2"));
    CHECK(strstr(captured_stderr(), "another copy of the driver"));
    CHECK(view_region("region").flags & ALIQUOT_FLAG_FOREIGN_DRIVER);
}

PRELOADED(the_dlsym_of_the_c_library_asked_of_its_handle_is_ours, one_share)
{
    void *libc = lib("libc.so.6"), *libdl = dlopen("libdl.so.2", RTLD_NOW);
    void *(*found)(void *, const char *) = (__typeof__(found))dlsym(libc, "dlsym");
    CHECK(found == &dlsym);
    CHECK(!libdl || dlsym(libdl, "dlsym") == (void *)dlsym);
    CHECK(dlsym(libc, "dlvsym") == (void *)dlvsym);
    CHECK(found(lib("libcuda.so.1"), "cuMemAlloc_v2") == hook("cuMemAlloc_v2"));
    CHECK(dlsym(libc, "dlopen") && dlsym(libc, "dl_iterate_phdr"));
    CHECK(dlsym(libc, "dlsymx") == NULL && strstr(dlerror(), "dlsymx"));
}

static void second_hooker_before(void)
{
    one_share();
    setenv("HARNESS_PRELOAD", LIB("next"), 1);
}

PRELOADED(another_dlsym_hooker_in_front_of_us_works, second_hooker_before)
{
    int *lookups = dlsym(RTLD_DEFAULT, "next_lookups"), *allocations = dlsym(RTLD_DEFAULT, "next_allocations");
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    REFUSED(cuMemAlloc_v2(&a, 600 * MIB));
    CHECK(lookups && *lookups > 0);
    CHECK(allocations && *allocations == 2);
    CHECK_EQ(view_region("region").tracked, 600 * MIB);
}

static void hooker_by_handle_before(void)
{
    one_share();
    setenv("HARNESS_PRELOAD", LIB("handle"), 1);
}

PRELOADED(another_dlsym_hooker_that_passes_to_the_c_library_leads_to_us, hooker_by_handle_before)
{
    CUdeviceptr a;
    CHECK(dlsym(lib("libcuda.so.1"), "cuMemAlloc_v2") == hook("cuMemAlloc_v2"));
    CHECK(dlsym(lib("libc.so.6"), "malloc") == (void *)malloc);
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    REFUSED(cuMemAlloc_v2(&a, 600 * MIB));
}

static void second_hooker_behind(void)
{
    one_share();
    const char *library = getenv("HARNESS_LIBRARY") ? getenv("HARNESS_LIBRARY") : HARNESS_LIB;
    setenv("HARNESS_PRELOAD", library, 1);
    setenv("HARNESS_LIBRARY", LIB("next"), 1);
}

PRELOADED(another_dlsym_hooker_behind_us_works, second_hooker_behind)
{
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    REFUSED(cuMemAlloc_v2(&a, 600 * MIB));
    CHECK_EQ(view_region("region").tracked, 600 * MIB);
    CHECK(dlsym(RTLD_NEXT, "malloc") != NULL && dlsym(RTLD_NEXT, "malloc") == dlsym(RTLD_NEXT, "malloc"));
}

/* We first, then a library that is linked with the driver. */
static void linked_library_behind(void)
{
    second_hooker_behind();
    setenv("HARNESS_LIBRARY", LIB("linked"), 1);
}

PRELOADED(next_from_a_library_behind_us_gives_the_hook_where_it_would_give_the_driver, linked_library_behind)
{
    void *us = dlopen(getenv("HARNESS_PRELOAD"), RTLD_NOW | RTLD_NOLOAD);
    CHECK(us && CALL_OF(RTLD_DEFAULT, "next_of_nothing") == dlsym(us, "cuMemAlloc_v2"));
    CHECK(CALL_OF(RTLD_DEFAULT, "next_malloc") == dlsym(RTLD_DEFAULT, "malloc"));
}

static void unoptimised(void)
{
    one_share();
    setenv("HARNESS_LIBRARY", HARNESS_BUILD "/debug/libaliquot.so", 1);
}

PRELOADED(built_without_optimisation_next_still_sees_the_real_caller, unoptimised)
{
    CUdeviceptr a;
    void *linked = lib(LIB("linked"));
    CHECK(CALL_OF(linked, "next_malloc") == dlsym(RTLD_DEFAULT, "malloc"));
    CHECK(dlsym(RTLD_NEXT, "cuMemAlloc_v2") == hook("cuMemAlloc_v2"));
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    REFUSED(cuMemAlloc_v2(&a, 600 * MIB));
}

static void unoptimised_behind_another(void)
{
    second_hooker_before();
    setenv("HARNESS_LIBRARY", HARNESS_BUILD "/debug/libaliquot.so", 1);
}

PRELOADED(built_without_optimisation_another_hooker_works, unoptimised_behind_another)
{
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    REFUSED(cuMemAlloc_v2(&a, 600 * MIB));
}
