/* Nothing may lift a limit silently: a process is limited, or it is flagged. */
#include <dlfcn.h>
#include <sys/mount.h>
#include <sched.h>
#include <sys/stat.h>

#include "cuda_start.h"

static void stops_at(uint64_t limit)
{
    CUdeviceptr a, b;
    context_on(0);
    if (OK(cuMemAlloc_v2(&a, limit)))
        REFUSED(cuMemAlloc_v2(&b, 2 * MIB));
    OK(cuMemFree_v2(a));
}

static void environment_against_the_file(void)
{
    one_share();
    setenv("CUDA_DEVICE_MEMORY_LIMIT", "50g", 1);
    setenv("CUDA_DEVICE_MEMORY_LIMIT_0", "0", 1);
    setenv("CUDA_DISABLE_CONTROL", "true", 1);
    setenv("GPU_CORE_UTILIZATION_POLICY", "disable", 1);
    setenv("CUDA_DEVICE_MEMORY_SHARED_CACHE", "/nowhere", 1);
    setenv("CUDA_OVERSUBSCRIBE", "true", 1);
}

PRELOADED(no_variable_lifts_a_limit_of_a_file, environment_against_the_file)
{
    stops_at(1000 * MIB);
    CHECK_EQ(view_region("region").flags, 0);
}

static void forged_larger(void)
{
    one_share();
    room_region("mine");
    room_limit("a-forged", CARD_0, 60 * GIB, "mine", "context=0\n");
}

PRELOADED(a_forged_larger_limit_does_not_count, forged_larger)
{
    stops_at(1000 * MIB);
    CHECK_EQ(view_region("region").live, 1);
    CHECK(!view_region("mine").there);
}

static void forged_smaller(void)
{
    one_share();
    room_region("mine");
    room_limit("a-forged", CARD_0, 500 * MIB, "mine", "context=0\n");
}

PRELOADED(a_forged_smaller_limit_limits_and_is_missed_in_the_true_region, forged_smaller)
{
    stops_at(500 * MIB);
    CHECK(!view_region("region").there); /* who looks for this process's live slot finds none: flagged */
    CHECK(aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0) > 0);
}

static void forged_garbage(void)
{
    one_share();
    room_write("limits/zz", "memory=everything\n", 18);
}

PRELOADED(a_bad_file_beside_ours_is_left_out_and_flagged, forged_garbage)
{
    stops_at(1000 * MIB);
    CHECK_EQ(view_region("region").flags, ALIQUOT_FLAG_LIMITS_BAD);
}

static void nothing_at_all(void)
{
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|", 1);
}

HELPER(says_that_it_is_not_limited)
{
    CUdeviceptr a;
    capture_stderr();
    context_on(0);
    OK(cuMemAlloc_v2(&a, 40 * GIB));
    CHECK(strstr(captured_stderr(), "aliquot: no limit for card " CARD_0 ": it is not limited\n"));
}

PRELOADED(without_any_limit_the_card_passes_and_one_line_says_so, nothing_at_all)
{
    CHECK_EQ(wait_for(spawn_helper("says_that_it_is_not_limited", "", true)), 0);
}

static void one_of_two_cards(void)
{
    two_shares();
    unlink(room("limits/claim-g1"));
    setenv("CUDA_DEVICE_MEMORY_LIMIT_1", "1g", 1); /* not read: there is a file */
}

PRELOADED(a_card_without_a_file_passes_and_is_flagged, one_of_two_cards)
{
    CUdeviceptr a;
    stops_at(1000 * MIB);
    context_on(1);
    OK(cuMemAlloc_v2(&a, 40 * GIB));
    CHECK_EQ(view_region("region").flags, ALIQUOT_FLAG_CARD_UNLIMITED);
}

static void legacy_variables(void)
{
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|", 1);
    setenv("CUDA_DEVICE_MEMORY_LIMIT", "5g", 1);
    setenv("CUDA_DEVICE_MEMORY_LIMIT_0", "800m", 1);
    setenv("CUDA_DISABLE_CONTROL", "true", 1);
    setenv("CUDA_DEVICE_MEMORY_SHARED_CACHE", room("cache"), 1);
}

PRELOADED(without_files_the_legacy_variables_limit, legacy_variables)
{
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 450 * MIB)); /* and 350 MiB for the context */
    REFUSED(cuMemAlloc_v2(&a, 2 * MIB));
    CHECK_EQ(view_region("cache.aliquot-00000000-0000-4000-8000-000000000000").tracked, 450 * MIB);
}

static void malformed_variable(void)
{
    legacy_variables();
    setenv("CUDA_DEVICE_MEMORY_LIMIT_0", "eight hundred", 1);
}

HELPER(says_that_the_variable_is_malformed)
{
    capture_stderr();
    context_on(0);
    CHECK(strstr(captured_stderr(), "CUDA_DEVICE_MEMORY_LIMIT_0 is not a number"));
    CHECK(strstr(captured_stderr(), "it is not limited"));
}

PRELOADED(a_malformed_legacy_variable_is_not_silent, malformed_variable)
{
    CHECK_EQ(wait_for(spawn_helper("says_that_the_variable_is_malformed", "", true)), 0);
}

static void too_many_cards(void)
{
    char name[32], text[256];
    one_share();
    for (int i = 0; i < 64; i++) {
        snprintf(name, sizeof name, "limits/a-forged-%d", i);
        int length = snprintf(text, sizeof text,
                              "version=1\nuuid=GPU-ffffffff-0000-4000-8000-0000000000%02x\nmemory=1000\nregion=/x\n", i);
        room_write(name, text, (size_t)length);
    }
}

HELPER(gets_no_memory)
{
    CUdeviceptr a;
    capture_stderr();
    context_on(0);
    CHECK_EQ(free_bytes(), 0);
    REFUSED(cuMemAlloc_v2(&a, 512));
    REFUSED(cuMemAllocAsync(&a, 512, NULL));
    CHECK(strstr(captured_stderr(), "no memory is given"));
}

PRELOADED(forged_files_for_many_cards_cannot_hide_the_true_one, too_many_cards)
{
    CHECK_EQ(wait_for(spawn_helper("gets_no_memory", "", true)), 0);
}

static void no_region_file(void)
{
    one_share();
    unlink(room("region"));
}

PRELOADED(without_a_region_the_process_alone_is_limited, no_region_file)
{
    stops_at(1000 * MIB);
}

/* What the node driver's guard sees: the processes of the card, and the live slots of its region. */
HELPER(allocates_without_the_interposer)
{
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 2000 * MIB));
    CHECK(aliquot_sim_bytes(0, -1, getpid()) >= 2000 * MIB);
    CHECK_EQ(view_region("region").live, 0);
}

PRELOADED(a_preload_cleared_by_exec_is_seen_as_a_process_without_a_slot, one_share)
{
    CHECK_EQ(wait_for(spawn_helper("allocates_without_the_interposer", "", false)), 0);
}

HELPER(is_limited_all_the_same)
{
    CHECK(getenv("LD_PRELOAD") == NULL);
    stops_at(1000 * MIB);
}

/* As in a container: /etc/ld.so.preload names the library. */
PRELOADED(a_preload_cleared_by_exec_is_limited_where_ld_so_preload_is_mounted, one_share)
{
    skip_under_sanitizers();
    const char *library = getenv("HARNESS_LIBRARY") ? getenv("HARNESS_LIBRARY") : HARNESS_LIB;
    char line[512];
    int length = snprintf(line, sizeof line, "%s\n", library);
    room_write("preload", line, (size_t)length);
    if (getuid() != 0 || unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        skip("needs root and a mount namespace");
    bool made = access("/etc/ld.so.preload", F_OK) != 0;
    int fd = open("/etc/ld.so.preload", O_CREAT | O_RDONLY | O_CLOEXEC, 0644);
    bool mounted = fd >= 0 && mount(room("preload"), "/etc/ld.so.preload", NULL, MS_BIND, NULL) == 0;
    if (fd >= 0)
        close(fd);
    if (!mounted) {
        if (made)
            unlink("/etc/ld.so.preload");
        skip("/etc/ld.so.preload cannot be mounted here");
    }
    int status = wait_for(spawn_helper("is_limited_all_the_same", "", false));
    umount("/etc/ld.so.preload");
    if (made)
        unlink("/etc/ld.so.preload");
    CHECK_EQ(status, 0);
}

PRELOADED(the_limits_are_read_once_and_stay, one_share)
{
    CUdeviceptr a;
    context_on(0);
    unlink(room("limits/claim-g0"));
    setenv("CUDA_DEVICE_MEMORY_LIMIT", "0", 1);
    REFUSED(cuMemAlloc_v2(&a, 1002 * MIB));
}

PRELOADED(a_region_scribbled_over_while_in_use_still_limits_this_process, one_share)
{
    CUdeviceptr a, b;
    static char zeros[ALIQUOT_REGION_SIZE];
    context_on(0);
    OK(cuMemAlloc_v2(&a, 900 * MIB));
    int fd = open(room("region"), O_RDWR | O_CLOEXEC);
    CHECK_EQ(pwrite(fd, zeros, sizeof zeros, 0), sizeof zeros);
    close(fd);
    REFUSED(cuMemAlloc_v2(&b, 200 * MIB));
    OK(cuMemAlloc_v2(&b, 100 * MIB));
    CHECK_EQ(free_bytes(), 0);
    OK(cuMemFree_v2(a));
    CHECK_EQ(free_bytes(), 900 * MIB);
}

PRELOADED(the_program_prints_nothing_of_ours_when_all_is_well, one_share)
{
    CUdeviceptr a;
    capture_stderr();
    stops_at(1000 * MIB);
    REFUSED(cuMemAlloc_v2(&a, 5000 * MIB));
    CHECK(strstr(captured_stderr(), "aliquot") == NULL);
}
