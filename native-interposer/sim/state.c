#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"

enum { STATE_VERSION = 2, SLOT_LOCKS_AT = 4096 };
static const uint64_t STATE_MAGIC = 0x314d495354514c41; /* "ALQTSIM1" */

static pthread_mutex_t open_mutex = PTHREAD_MUTEX_INITIALIZER;
/* An OFD lock has one owner per open file: it keeps processes apart, this one the threads of a process. */
static pthread_mutex_t thread_mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct sim_state *) mapped;
static int state_fd = -1; /* -1 while the state is private */
static _Atomic int self_slot = -1;
static char path[4096];

const char *sim_state_path(void)
{
    const char *given = getenv("ALIQUOT_SIM_STATE");
    if (given && *given)
        snprintf(path, sizeof path, "%s", given);
    else
        snprintf(path, sizeof path, "/tmp/aliquot-sim-%u.state", (unsigned)geteuid());
    return path;
}

static int file_lock(int fd, int command, short type, off_t start)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = 1};
    int rc;
    do
        rc = fcntl(fd, command, &lock);
    while (rc == -1 && errno == EINTR);
    if (rc == 0 && command == F_OFD_GETLK)
        return lock.l_type != F_UNLCK; /* 1: somebody else holds it */
    return rc;
}

void sim_state_lock(void)
{
    sim_state();
    pthread_mutex_lock(&thread_mutex);
    if (state_fd >= 0)
        file_lock(state_fd, F_OFD_SETLKW, F_WRLCK, 0);
}

void sim_state_unlock(void)
{
    if (state_fd >= 0)
        file_lock(state_fd, F_OFD_SETLK, F_UNLCK, 0);
    pthread_mutex_unlock(&thread_mutex);
}

static void initialise(struct sim_state *state)
{
    memset(state, 0, offsetof(struct sim_state, timelines));
    sim_settings_default(state);
    sim_cards_store(state, "2");
    state->version = STATE_VERSION;
    state->size = sizeof *state;
    state->virtual_now = 1000000000;
    state->magic = STATE_MAGIC;
}

static bool usable(const struct sim_state *state)
{
    return state->magic == STATE_MAGIC && state->version == STATE_VERSION && state->size == sizeof *state;
}

static struct sim_state *map_file(void)
{
    int fd = open(sim_state_path(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return NULL;
    struct sim_state *state = NULL;
    struct stat info;
    (void)!fchmod(fd, 0666); /* processes of other users share the cards; fails for all but the owner */
    file_lock(fd, F_OFD_SETLKW, F_WRLCK, 0);
    bool fresh = fstat(fd, &info) == 0 && info.st_size != (off_t)sizeof(struct sim_state);
    if (!fresh || (ftruncate(fd, 0) == 0 && ftruncate(fd, sizeof(struct sim_state)) == 0)) {
        state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (state == MAP_FAILED)
            state = NULL;
        else if (!usable(state))
            initialise(state);
    }
    file_lock(fd, F_OFD_SETLK, F_UNLCK, 0);
    if (!state) {
        close(fd);
        return NULL;
    }
    state_fd = fd;
    return state;
}

static struct sim_state *map_private(void)
{
    fprintf(stderr, "aliquot-sim: cannot use %s (%s): the cards are private to this process\n", path, strerror(errno));
    struct sim_state *state =
        mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (state == MAP_FAILED)
        abort(); /* no address space for 8 MiB: nothing can be simulated */
    initialise(state);
    return state;
}

struct sim_state *sim_state(void)
{
    struct sim_state *state = atomic_load_explicit(&mapped, memory_order_acquire);
    if (state)
        return state;
    pthread_mutex_lock(&open_mutex);
    state = atomic_load(&mapped);
    if (!state) {
        state = map_file();
        if (!state)
            state = map_private();
        atomic_store(&mapped, state);
    }
    pthread_mutex_unlock(&open_mutex);
    return state;
}

/* In one pid namespace pid and start time decide; seen from another one only the lock byte can. */
static bool gone(const struct sim_process *process, int slot)
{
    if (slot == self_slot)
        return false;
    if (process->pid_namespace == sim_pid_namespace())
        return sim_start_time(process->pid) != process->start_time;
    return state_fd >= 0 && file_lock(state_fd, F_OFD_GETLK, F_WRLCK, SLOT_LOCKS_AT + slot) == 0;
}

void sim_sweep(void)
{
    struct sim_state *state = sim_state();
    for (int i = 0; i < SIM_PROCESSES; i++) {
        struct sim_process *process = &state->processes[i];
        if (process->state && gone(process, i)) {
            uint32_t generation = process->generation;
            memset(process, 0, sizeof *process);
            process->generation = generation;
        }
    }
}

bool sim_any_live(const struct sim_state *state)
{
    for (int i = 0; i < SIM_PROCESSES; i++)
        if (state->processes[i].state)
            return true;
    return false;
}

static void claim(struct sim_state *state)
{
    sim_sweep();
    if (!sim_any_live(state))
        sim_apply_environment(state);
    for (int i = 0; i < SIM_PROCESSES; i++) {
        struct sim_process *process = &state->processes[i];
        if (process->state)
            continue;
        if (state_fd >= 0 && file_lock(state_fd, F_OFD_SETLK, F_WRLCK, SLOT_LOCKS_AT + i) != 0)
            continue; /* a forked child still holds the byte of the former owner */
        uint32_t generation = process->generation;
        memset(process, 0, sizeof *process);
        sim_describe_process(process, state->settings[SIM_HOST_PID_BASE]);
        process->generation = generation + 1;
        process->state = 1;
        self_slot = i;
        return;
    }
}

struct sim_process *sim_self(void)
{
    struct sim_state *state = sim_state();
    if (self_slot < 0) {
        pthread_mutex_lock(&open_mutex);
        sim_state_lock();
        if (self_slot < 0)
            claim(state);
        sim_state_unlock();
        pthread_mutex_unlock(&open_mutex);
    }
    return self_slot < 0 ? NULL : &state->processes[self_slot];
}

void sim_state_after_fork(void)
{
    struct sim_state *state = atomic_exchange(&mapped, NULL);
    pthread_mutex_init(&open_mutex, NULL);
    pthread_mutex_init(&thread_mutex, NULL);
    if (state)
        munmap(state, sizeof *state);
    if (state_fd >= 0)
        close(state_fd);
    state_fd = -1;
    self_slot = -1;
}
