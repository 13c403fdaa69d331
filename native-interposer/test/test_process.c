/* fork, vfork, exec, threads and signals of programs under the interposer. */
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "cuda_start.h"

extern char **environ;

HELPER(hold)
{
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, strtoull(helper_argument(), NULL, 10) * MIB));
    room_write("holding", "", 0);
    pause();
}

static bool is_holding(void *nothing)
{
    (void)nothing;
    return access(room("holding"), F_OK) == 0;
}

PRELOADED(two_programs_share_one_cap, one_share)
{
    CUdeviceptr a;
    pid_t other = spawn_helper("hold", "600", true);
    CHECK(eventually(is_holding, NULL, 20));
    context_on(0);
    CHECK_EQ(free_bytes(), 400 * MIB);
    REFUSED(cuMemAlloc_v2(&a, 402 * MIB));
    OK(cuMemAlloc_v2(&a, 400 * MIB));
    OK(cuMemFree_v2(a));
    kill(other, SIGKILL);
    wait_for(other);
    OK(cuMemAlloc_v2(&a, 1000 * MIB));
    CHECK_EQ(view_region("region").live, 1);
}

PRELOADED(a_child_forked_before_the_start_counts_for_itself, one_share)
{
    CUdeviceptr a;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        context_on(0);
        OK(cuMemAlloc_v2(&a, 600 * MIB));
        room_write("holding", "", 0);
        pause();
    }
    CHECK(eventually(is_holding, NULL, 20));
    context_on(0);
    CHECK_EQ(view_region("region").live, 2);
    REFUSED(cuMemAlloc_v2(&a, 600 * MIB));
    kill(pid, SIGKILL);
    wait_for(pid);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
}

PRELOADED(a_child_forked_after_the_start_leaves_the_parent_alone, one_share)
{
    CUdeviceptr a, b;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    for (int i = 0; i < 20; i++) {
        fflush(NULL);
        pid_t pid = fork();
        if (pid == 0) {
            cuMemFree_v2(a); /* whatever a driver makes of it here */
            size_t free, total;
            cuMemGetInfo_v2(&free, &total);
            _exit(0);
        }
        CHECK_EQ(wait_for(pid), 0);
    }
    CHECK_EQ(view_region("region").flags, 0);
    REFUSED(cuMemAlloc_v2(&b, 600 * MIB));
    OK(cuMemAlloc_v2(&b, 400 * MIB));
    OK(cuMemFree_v2(a));
    OK(cuMemFree_v2(b));
    CHECK_EQ(free_bytes(), 1000 * MIB);
}

PRELOADED(a_child_does_not_keep_the_slot_of_its_dead_parent, one_share)
{
    CUdeviceptr a;
    fflush(NULL);
    pid_t parent = fork();
    if (parent == 0) {
        context_on(0);
        OK(cuMemAlloc_v2(&a, 600 * MIB));
        if (fork() == 0) {
            room_write("holding", "", 0);
            for (;;)
                pause();
        }
        for (;;)
            pause();
    }
    CHECK(eventually(is_holding, NULL, 20));
    kill(parent, SIGKILL);
    wait_for(parent);
    context_on(0);
    OK(cuMemAlloc_v2(&a, 1000 * MIB));
}

PRELOADED(a_bare_clone_is_noticed, one_share)
{
    skip_under_sanitizers();
    CUdeviceptr a, b;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    fflush(NULL);
    pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); /* no fork handlers */
    if (pid == 0) {
        size_t free, total;
        cuMemGetInfo_v2(&free, &total);
        cuMemAlloc_v2(&a, 1 * MIB);
        _exit(0);
    }
    CHECK_EQ(wait_for(pid), 0);
    REFUSED(cuMemAlloc_v2(&b, 402 * MIB)); /* sweeps the slot that the child has left */
    CHECK_EQ(view_region("region").tracked, 600 * MIB);
    CHECK_EQ(view_region("region").flags, 0);
    OK(cuMemFree_v2(a));
    CHECK_EQ(view_region("region").tracked, 0);
}

PRELOADED(vfork_and_posix_spawn_touch_nothing, one_share)
{
    CUdeviceptr a;
    char *argv[] = {"true", NULL};
    int status;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    for (int i = 0; i < 20; i++) {
        pid_t pid = vfork();
        if (pid == 0) {
            execv("/bin/true", argv);
            _exit(1);
        }
        waitpid(pid, &status, 0);
        CHECK_EQ(posix_spawn(&pid, "/bin/true", NULL, NULL, argv, environ), 0);
        waitpid(pid, &status, 0);
    }
    CHECK_EQ(view_region("region").tracked, 600 * MIB);
    CHECK_EQ(view_region("region").live, 1);
    OK(cuMemFree_v2(a));
    CHECK_EQ(view_region("region").tracked, 0);
}

HELPER(after_exec)
{
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 1000 * MIB));
}

PRELOADED(exec_starts_from_nothing, one_share)
{
    CUdeviceptr a;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        context_on(0);
        OK(cuMemAlloc_v2(&a, 900 * MIB));
        execl("/proc/self/exe", "test", "--run", "after_exec", (char *)NULL);
        _exit(1);
    }
    CHECK_EQ(wait_for(pid), 0);
}

static void *churn(void *argument)
{
    (void)argument;
    CUdeviceptr blocks[8];
    for (int i = 0; i < 300; i++) {
        int held = 0;
        for (; held < 8 && cuMemAlloc_v2(&blocks[held], 40 * MIB) == CUDA_SUCCESS; held++)
            ;
        while (held)
            OK(cuMemFree_v2(blocks[--held]));
    }
    return NULL;
}

static void *churn_with_context(void *context)
{
    OK(cuCtxSetCurrent(context));
    return churn(NULL);
}

PRELOADED(threads_never_pass_the_cap_together, one_share)
{
    pthread_t threads[8];
    CUcontext context = context_on(0);
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, churn_with_context, context);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    CHECK(aliquot_sim_peak_bytes(0) - aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0) <= 1000 * MIB);
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region").pending, 0);
}

PRELOADED(forking_while_threads_allocate_does_not_hang_the_child, one_share)
{
    pthread_t threads[4];
    CUcontext context = context_on(0);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, churn_with_context, context);
    for (int i = 0; i < 30; i++) {
        fflush(NULL);
        pid_t pid = fork();
        if (pid == 0) { /* every lock of ours must be free here; the driver's own may not be */
            alarm(20);
            void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
            _exit(driver && dlsym(driver, "cuMemAlloc_v2") ? 0 : 1);
        }
        CHECK_EQ(wait_for(pid), 0);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    CHECK_EQ(view_region("region").tracked, 0);
}

PRELOADED(no_signal_handler_thread_or_descriptor_is_added_before_the_start, one_share)
{
    skip_under_sanitizers();
    char path[64], target[256];
    for (int signal_number = 1; signal_number < 32; signal_number++) {
        struct sigaction action;
        if (sigaction(signal_number, NULL, &action) == 0)
            CHECK(action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
    }
    for (int fd = 3; fd < 1100; fd++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(path, target, sizeof target - 1);
        target[length < 0 ? 0 : length] = 0;
        CHECK(strstr(target, "region") == NULL);
    }
}

PRELOADED(our_descriptor_is_out_of_the_way_and_ends_at_exec, one_share)
{
    char path[64], target[256];
    int found = 0;
    context_on(0);
    for (int fd = 0; fd < 1100; fd++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(path, target, sizeof target - 1);
        target[length < 0 ? 0 : length] = 0;
        if (strstr(target, "/region")) {
            found++;
            CHECK(fd >= 900);
            CHECK(fcntl(fd, F_GETFD) & FD_CLOEXEC);
        }
    }
    CHECK_EQ(found, 1);
}

PRELOADED(closefrom_leaves_the_limit_in_place, one_share)
{
    CUdeviceptr a, b;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    syscall(SYS_close_range, 3, ~0u, 0);
    REFUSED(cuMemAlloc_v2(&b, 600 * MIB));
    OK(cuMemAlloc_v2(&b, 400 * MIB));
    OK(cuMemFree_v2(a));
    CHECK_EQ(view_region("region").tracked, 400 * MIB);
}

PRELOADED(little_descriptor_room_is_enough, one_share)
{
    CUdeviceptr a;
    struct { unsigned long now, most; } few = {64, 64};
    syscall(SYS_prlimit64, 0, 7 /* RLIMIT_NOFILE */, &few, NULL);
    context_on(0);
    REFUSED(cuMemAlloc_v2(&a, 1002 * MIB));
    OK(cuMemAlloc_v2(&a, 1000 * MIB));
    CHECK_EQ(view_region("region").tracked, 1000 * MIB);
}
