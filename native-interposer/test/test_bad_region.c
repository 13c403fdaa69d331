/* A region that can't be used: the process alone is limited, one line says so. No CUDA. */
#include <sys/resource.h>
#include <sys/stat.h>

#include "attach.h"

static struct share a;

static void goes_private(const char *says)
{
    struct share share;
    capture_stderr();
    attach(&share, 1000);
    CHECK_EQ(share.region.fd, -1);
    CHECK(share_reserve(&share, 1000));
    CHECK(!share_reserve(&share, 1));
    if (!CHECK(strstr(captured_stderr(), says) != NULL))
        fprintf(stderr, "    said: %s\n", captured_stderr());
}

UNIT(a_missing_region_means_a_limit_of_ones_own)
{
    goes_private("does not exist");
}

UNIT(a_truncated_region_means_a_limit_of_ones_own)
{
    static char bytes[5000];
    room_write("region", bytes, sizeof bytes);
    goes_private("has another size");
}

UNIT(a_region_of_something_else_means_a_limit_of_ones_own)
{
    static char bytes[ALIQUOT_REGION_SIZE];
    memset(bytes, 'x', sizeof bytes);
    room_write("region", bytes, sizeof bytes);
    goes_private("holds something else");
}

UNIT(a_region_of_another_version_means_a_limit_of_ones_own)
{
    room_region("region");
    attach(&a, 1000);
    a.region.header->version = 2;
    share_forget(&a);
    goes_private("holds something else");
}

UNIT(a_region_that_is_a_symbolic_link_is_not_followed)
{
    room_region("target");
    CHECK_EQ(symlink(room("target"), room("region")), 0);
    goes_private("cannot be opened");
}

UNIT(a_region_that_is_a_pipe_means_a_limit_of_ones_own)
{
    CHECK_EQ(mkfifo(room("region"), 0666), 0);
    goes_private("is not a regular file");
}

UNIT(a_region_on_a_read_only_path_means_a_limit_of_ones_own)
{
    if (getuid() != 0)
        skip("needs root");
    room_region("region");
    chmod(room("region"), 0444);
    chmod(room(""), 0777);
    if (setresuid(12345, 12345, 12345) != 0)
        skip("no other user");
    goes_private("cannot be opened");
}

/* Limits of its own a process may set itself: by them it must not get out of its share. */
static void gets_no_memory_with(rlim_t most, int resource, const char *says)
{
    struct rlimit before, little;
    struct share share;
    room_region("region");
    capture_stderr();
    getrlimit(resource, &before);
    little = (struct rlimit){most, before.rlim_max};
    CHECK_EQ(setrlimit(resource, &little), 0);
    attach(&share, 1000);
    CHECK(!share_reserve(&share, 2));
    setrlimit(resource, &before);
    CHECK(strstr(captured_stderr(), says) != NULL);
    CHECK(strstr(captured_stderr(), "no memory is given") != NULL);
}

UNIT(a_region_larger_than_the_process_may_write_ends_no_program_and_lifts_no_limit)
{
    gets_no_memory_with(4096, RLIMIT_FSIZE, "is larger than this process may write");
}

UNIT(a_region_without_a_descriptor_left_lifts_no_limit)
{
    gets_no_memory_with(0, RLIMIT_NOFILE, "cannot be opened for writing");
}
