/* The region file: setting up, sharing, recovering. No CUDA. */
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "attach.h"
#include "report.h"

static struct share a, b;

UNIT(an_empty_file_becomes_a_region)
{
    room_region("region");
    attach(&a, 100);
    struct view view = view_region("region");
    CHECK(view.there);
    CHECK_EQ(view.live, 1);
    CHECK_EQ(a.region.header->limit_bytes, 100);
    CHECK(a.region.fd >= 0);
}

UNIT(reserving_stops_at_the_limit_exactly)
{
    room_region("region");
    attach(&a, 1000);
    CHECK(share_reserve(&a, 999));
    CHECK(!share_reserve(&a, 2));
    CHECK(share_reserve(&a, 1));
    CHECK(!share_reserve(&a, 1));
    CHECK_EQ(share_used(&a), 1000);
    share_release(&a, 1000);
    CHECK_EQ(share_used(&a), 0);
    CHECK(!share_reserve(&a, UINT64_MAX));
    CHECK_EQ(view_region("region").pending, 0);
}

UNIT(hidden_memory_counts_but_is_never_refused)
{
    room_region("region");
    attach(&a, 1000);
    share_hide(&a, 5000);
    CHECK_EQ(share_used(&a), 5000);
    CHECK(!share_reserve(&a, 1));
    share_hide(&a, -4500);
    CHECK(share_reserve(&a, 500));
}

UNIT(a_sum_below_zero_is_set_to_zero_and_flagged)
{
    room_region("region");
    attach(&a, 1000);
    share_reserve(&a, 10);
    share_release(&a, 30);
    CHECK_EQ(share_used(&a), 0);
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region").flags, ALIQUOT_FLAG_INVARIANT);
    CHECK(share_reserve(&a, 1000));
}

/* The rest of a test in another process that stays alive until `done` is closed. */
static int done[2];
static pid_t neighbour(void (*body)(void))
{
    int ready[2];
    char byte = 0;
    CHECK(pipe2(ready, O_CLOEXEC) == 0 && (done[0] || pipe2(done, O_CLOEXEC) == 0));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        body();
        if (write(ready[1], &byte, 1) != 1)
            _exit(1);
        close(done[1]);
        if (read(done[0], &byte, 1) < 0)
            _exit(1);
        _exit(0);
    }
    close(ready[1]);
    CHECK_EQ(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return pid;
}

static void hold_600(void)
{
    attach(&b, 1000);
    share_reserve(&b, 600);
}

static void kill_and_reap(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

UNIT(two_processes_draw_from_one_share)
{
    room_region("region");
    pid_t other = neighbour(hold_600);
    attach(&a, 1000);
    CHECK_EQ(share_used(&a), 600);
    CHECK(!share_reserve(&a, 401));
    CHECK(share_reserve(&a, 400));
    CHECK_EQ(view_region("region").live, 2);
    kill_and_reap(other);
}

UNIT(a_killed_process_leaves_its_memory_to_the_others)
{
    room_region("region");
    pid_t other = neighbour(hold_600);
    attach(&a, 1000);
    kill_and_reap(other);
    CHECK(share_reserve(&a, 1000));
    CHECK_EQ(view_region("region").live, 1);
}

UNIT(a_zombie_holds_nothing)
{
    room_region("region");
    pid_t other = neighbour(hold_600);
    attach(&a, 1000);
    kill(other, SIGKILL);
    siginfo_t info;
    waitid(P_PID, (id_t)other, &info, WEXITED | WNOWAIT);
    CHECK(share_reserve(&a, 1000));
}

UNIT(a_reused_pid_is_not_taken_for_the_dead_owner)
{
    room_region("region");
    pid_t other = neighbour(hold_600);
    attach(&a, 1000);
    kill_and_reap(other);
    struct aliquot_slot *dead = &a.region.slots[!a.slot];
    atomic_store(&dead->pid, (uint32_t)getpid()); /* as if its pid had been given out again, to us */
    atomic_store(&dead->start_time, a.self.start_time - 100);
    CHECK(share_reserve(&a, 1000));
}

static void hold_600_without_descriptors(void)
{
    hold_600();
    for (int fd = 30; fd < 1200; fd++) /* the harness's own are below */
        close(fd);
}

UNIT(a_live_process_that_closed_all_descriptors_keeps_its_memory)
{
    room_region("region");
    pid_t other = neighbour(hold_600_without_descriptors);
    attach(&a, 1000);
    CHECK(!share_reserve(&a, 401));
    CHECK_EQ(view_region("region").live, 2);
    kill_and_reap(other);
    CHECK(share_reserve(&a, 1000));
}

static void hold_600_without_its_lock(void)
{
    hold_600();
    region_unlock(&b.region, ALIQUOT_LOCK_SLOT + (long)b.slot);
}

UNIT(who_has_no_descriptor_left_to_look_takes_no_live_neighbour_for_dead)
{
    struct rlimit now, few;
    room_region("region");
    pid_t other = neighbour(hold_600_without_its_lock);
    attach(&a, 1000);
    getrlimit(RLIMIT_NOFILE, &now);
    few = (struct rlimit){0, now.rlim_max};
    CHECK_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    CHECK(!share_reserve(&a, 401));
    CHECK_EQ(share_used(&a), 600);
    kill_and_reap(other);
    CHECK(share_reserve(&a, 1000));
    setrlimit(RLIMIT_NOFILE, &now);
}

UNIT(after_closefrom_the_lock_is_taken_again)
{
    room_region("region");
    attach(&a, 1000);
    share_reserve(&a, 900);
    close(a.region.fd);
    CHECK(!share_reserve(&a, 200));
    struct flock probe = {.l_type = F_WRLCK, .l_start = ALIQUOT_LOCK_SLOT + a.slot, .l_len = 1};
    int fd = open(room("region"), O_RDWR | O_CLOEXEC);
    CHECK_EQ(fcntl(fd, F_OFD_GETLK, &probe), 0);
    CHECK_EQ(probe.l_type, F_WRLCK);
}

UNIT(a_descriptor_that_became_another_file_is_left_alone)
{
    room_region("region");
    attach(&a, 1000);
    room_write("other", "x", 1);
    int fd = open(room("other"), O_RDWR | O_CLOEXEC);
    dup2(fd, a.region.fd);
    int high = a.region.fd;
    share_forget(&a);
    CHECK(fcntl(high, F_GETFD) >= 0);
}

UNIT(a_slot_that_was_taken_away_is_replaced_with_all_its_bytes)
{
    room_region("region");
    attach(&a, 1000);
    share_reserve(&a, 700);
    share_hide(&a, 100);
    memset(a.region.slots, 0, sizeof(struct aliquot_slot) * ALIQUOT_SLOT_COUNT);
    CHECK(!share_reserve(&a, 201));
    CHECK(share_reserve(&a, 200));
    CHECK_EQ(view_region("region").tracked, 900);
    CHECK_EQ(view_region("region").hidden, 100);
    CHECK(view_region("region").flags & ALIQUOT_FLAG_SLOT_LOST);
    share_release(&a, 900);
    CHECK_EQ(view_region("region").tracked, 0);
}

UNIT(scribbled_slots_cannot_lift_the_limit_or_crash)
{
    room_region("region");
    attach(&a, 1000);
    share_reserve(&a, 900);
    unsigned seed = 3;
    for (int round = 0; round < 200; round++) {
        unsigned char *bytes = (unsigned char *)a.region.slots;
        for (size_t i = 0; i < ALIQUOT_SLOT_SIZE * ALIQUOT_SLOT_COUNT; i++)
            bytes[i] = (unsigned char)rand_r(&seed);
        CHECK(!share_reserve(&a, 101));
        (void)share_used(&a);
    }
}

UNIT(all_slots_in_use_means_a_limit_of_ones_own)
{
    room_region("region");
    pid_t other = neighbour(hold_600);
    attach(&a, 1000);
    for (unsigned i = 0; i < ALIQUOT_SLOT_COUNT; i++)
        if (i != a.slot)
            a.region.slots[i] = a.region.slots[a.slot]; /* as if this live process owned them all */
    capture_stderr();
    struct share late;
    attach(&late, 1000);
    CHECK_EQ(late.region.fd, -1);
    CHECK(share_reserve(&late, 1000));
    CHECK(!share_reserve(&late, 1));
    CHECK(view_region("region").flags & ALIQUOT_FLAG_SLOTS_FULL);
    CHECK(strstr(captured_stderr(), "no free slot in region file"));
    kill_and_reap(other);
}

static void hold_600_as_nobody(void)
{
    if (setresgid(54321, 54321, 54321) == 0 && setresuid(54321, 54321, 54321) == 0)
        hold_600();
}

UNIT(processes_of_other_users_share_the_region)
{
    if (getuid() != 0)
        skip("needs root");
    room_region("region");
    pid_t other = neighbour(hold_600_as_nobody);
    attach(&a, 1000);
    CHECK_EQ(share_used(&a), 600);
    CHECK(!share_reserve(&a, 401));
    kill_and_reap(other);
    CHECK(share_reserve(&a, 1000));
}

/* In a pid namespace of its own: its pid means nothing here. */
static pid_t *inner;
static void hold_600_elsewhere(void)
{
    int ready[2];
    char byte;
    if (unshare(CLONE_NEWPID) != 0 || pipe(ready) != 0)
        return;
    pid_t pid = fork();
    if (pid > 0)
        *inner = pid;
    if (pid == 0) {
        hold_600();
        if (write(ready[1], "", 1) != 1)
            _exit(1);
        pause();
    }
    if (read(ready[0], &byte, 1) != 1)
        _exit(1);
}

static bool all_is_free(void *nothing)
{
    (void)nothing;
    return share_reserve(&a, 1000);
}

UNIT(processes_of_another_pid_namespace_are_known_by_their_lock)
{
    if (getuid() != 0)
        skip("needs root");
    room_region("region");
    inner = mmap(NULL, sizeof *inner, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t other = neighbour(hold_600_elsewhere);
    attach(&a, 1000);
    if (share_used(&a) != 600)
        skip("no pid namespaces here");
    CHECK(!share_reserve(&a, 401));
    CHECK_EQ(share_used(&a), 600);
    CHECK(atomic_load(&a.region.slots[0].pid_namespace) != a.self.pid_namespace);
    kill(*inner, SIGKILL);
    kill_and_reap(other);
    CHECK(eventually(all_is_free, NULL, 5)); /* nobody here can wait for the inner one */
}

UNIT(a_process_without_proc_is_known_by_its_lock)
{
    room_region("region");
    pid_t other = neighbour(hold_600);
    attach(&a, 1000);
    atomic_store(&a.region.slots[!a.slot].start_time, 0);
    atomic_store(&a.region.slots[!a.slot].pid_namespace, 0);
    CHECK(!share_reserve(&a, 401));
    kill_and_reap(other);
    CHECK(share_reserve(&a, 1000));
}

UNIT(a_forked_child_counts_for_itself)
{
    room_region("region");
    attach(&a, 1000);
    share_reserve(&a, 600);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        share_forget(&a);
        share_attach(&a);
        bool good = share_used(&a) == 600 && !share_reserve(&a, 401) && share_reserve(&a, 400);
        _exit(good ? 0 : 1);
    }
    CHECK_EQ(wait_for(pid), 0);
    CHECK(share_reserve(&a, 400));
}

