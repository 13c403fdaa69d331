/* What all processes that share the simulated cards have in common: one mapped file.
 *
 * Writers hold sim_state_lock (a kernel-released OFD lock: it never outlives its owner). A process owns one slot
 * and the lock byte of that slot; when it is gone the next one that looks gives its memory back, as a driver does. */
#ifndef SIM_STATE_H
#define SIM_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "settings.h"
#include "sim_control.h"

enum {
    SIM_CARDS = 16,
    SIM_PROCESSES = 256,
    SIM_FAULTS = 64,
    SIM_SEGMENTS = 16384,
    SIM_SYMBOL_BITS = 1024,
    SIM_KERNEL_NAMES = 128
};

struct sim_card_info {
    char name[64];
    unsigned char uuid[16];
    uint32_t pci_domain, pci_bus, pci_device;
    uint64_t bytes;
    uint64_t peak; /* highest sum over all processes */
};

/* A stretch of GPU time given to one process. */
struct sim_segment {
    uint64_t start, end;  /* ns of the simulator's clock */
    uint64_t work_before; /* executed ns of the process at start */
    uint32_t slot;
    uint32_t generation;
};

struct sim_timeline {
    uint64_t now;       /* computed up to here */
    uint64_t segments;  /* ever written; the ring holds the last SIM_SEGMENTS */
    uint32_t turn;      /* slot that has the current time slice */
    uint64_t turn_used; /* ns of that slice already used */
    struct sim_segment ring[SIM_SEGMENTS];
};

struct sim_process {
    uint32_t state; /* 0 free, 1 live */
    uint32_t generation;
    int32_t pid; /* in its own pid namespace */
    int32_t host_pid;
    uint64_t pid_namespace; /* inode */
    uint64_t start_time;    /* field 22 of /proc/<pid>/stat */
    uint64_t container;     /* hash of ALIQUOT_SIM_CONTAINER, or the pid namespace */
    char name[64];
    uint64_t bytes[SIM_CARDS][ALIQUOT_SIM_KINDS];
    uint64_t peak[SIM_CARDS];
    uint32_t contexts[SIM_CARDS];
    uint64_t work_submitted[SIM_CARDS]; /* ns of kernels ever submitted */
    uint64_t work_done[SIM_CARDS];      /* ns of kernels ever executed */
};

struct sim_fault {
    char symbol[64];
    int32_t pid; /* 0 = any process */
    uint32_t skip, times;
    int32_t code;
    uint64_t latency_ns;
};

struct sim_kernel_name {
    char name[120];
    uint64_t ns;
};

struct sim_state {
    uint64_t magic;
    uint32_t version, size;
    _Atomic uint64_t settings[SIM_SETTINGS];
    _Atomic uint64_t virtual_now;
    _Atomic uint32_t fault_count;
    uint32_t card_count;
    uint32_t kernel_count;
    uint64_t export_count; /* ids of shared handles */
    _Atomic uint8_t hidden[SIM_SYMBOL_BITS], split[SIM_SYMBOL_BITS];
    _Atomic uint64_t calls[SIM_SYMBOL_BITS]; /* by all processes, driver symbols only */
    struct sim_fault faults[SIM_FAULTS];
    struct sim_kernel_name kernels[SIM_KERNEL_NAMES];
    struct sim_card_info cards[SIM_CARDS];
    struct sim_process processes[SIM_PROCESSES];
    struct sim_timeline timelines[SIM_CARDS];
    _Atomic uint64_t xids[SIM_CARDS]; /* critical errors: their number << 32 | the newest XID */
};

/* Maps the state (creating it if need be). Never NULL: without a usable file the state is private to the process. */
struct sim_state *sim_state(void);
/* This process's slot, or NULL when all slots are taken. Claims one at the first call. */
struct sim_process *sim_self(void);

void sim_state_lock(void);
void sim_state_unlock(void);
/* Frees the slots of processes that are gone. Lock held. */
void sim_sweep(void);
/* Path of the state file of this process. */
const char *sim_state_path(void);
/* Drops mappings and locks that were inherited over fork. */
void sim_state_after_fork(void);
/* Called once when a slot is claimed with no other live process: applies the environment. Lock held. */
void sim_apply_environment(struct sim_state *state);
bool sim_any_live(const struct sim_state *state);

#endif
