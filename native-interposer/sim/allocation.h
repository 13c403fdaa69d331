/* Memory that programs hold: device, managed and host. Lock held for all calls. */
#ifndef SIM_ALLOCATION_H
#define SIM_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

#include "charge.h"
#include "context.h"
#include "range.h"

struct sim_allocation {
    struct sim_object object;
    struct sim_range range; /* what programs see: address and asked size */
    enum aliquot_sim_kind kind;
    uint64_t charged;  /* bytes charged for this allocation alone */
    struct sim_page *page; /* or the page that it shares with other small ones */
    struct sim_pool *pool; /* or the pool whose reserve it lies in */
    uint64_t pool_bytes;
    bool imported;     /* belongs to another process: free of charge here */
    bool registered;   /* host memory of the program's own */
    bool virtual_map;  /* a mapping of a VMM handle: `vmm` */
    struct sim_vmm *vmm;
    uint64_t vmm_offset;
    CUmemAccess_flags access;
    bool graph_owned;  /* memory of a graph's allocation node */
    unsigned opens;    /* of an imported IPC handle */
    unsigned host_flags;
    unsigned long long id;
    unsigned long long export_id; /* of the IPC handle, 0 = never exported */
    bool sync_memops;
    CUmemLocation preferred, last_prefetch;
    bool read_mostly;
};

/* Takes memory of a card (or host memory, kind HOST) for a program. `context` may be NULL. */
CUresult sim_allocation_new(struct sim_allocation **out, struct sim_context *context, int card,
                            enum aliquot_sim_kind kind, uint64_t size);
/* An address range without charge: the caller accounts for it. */
CUresult sim_allocation_uncharged(struct sim_allocation **out, struct sim_context *context, int card,
                                  enum aliquot_sim_kind kind, uint64_t size);
/* Registers an address range that the caller owns. NULL if it overlaps another one. */
struct sim_allocation *sim_allocation_at_address(uint64_t address, uint64_t size, struct sim_context *context, int card,
                                                 enum aliquot_sim_kind kind);
void sim_allocation_end(struct sim_allocation *allocation);

/* The allocation that holds the address, or NULL. */
struct sim_allocation *sim_allocation_of(uint64_t address);
/* The allocation that starts exactly there, or NULL. */
struct sim_allocation *sim_allocation_starting(uint64_t address);

/* Address space (not memory) of the host for device addresses. 0 when there is none. */
uint64_t sim_address_space(uint64_t size, uint64_t alignment, uint64_t wanted);
void sim_address_space_end(uint64_t address, uint64_t size);

#endif
