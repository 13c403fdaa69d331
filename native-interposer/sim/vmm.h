/* Virtual memory management: physical handles, reserved addresses, mappings. Lock held for all calls. */
#ifndef SIM_VMM_H
#define SIM_VMM_H

#include "allocation.h"

/* Physical memory. Lives while it has references or mappings. */
struct sim_vmm {
    struct sim_object object;
    CUmemAllocationProp prop;
    uint64_t size;
    unsigned references, mappings;
    bool charged;
    bool multicast;
    unsigned long long export_id;
    CUmulticastObjectProp multicast_prop;
    unsigned devices; /* bit set of the cards added to a multicast object */
};

struct sim_reservation {
    struct sim_object object;
    struct sim_range range;
};

struct sim_vmm *sim_vmm(CUmemGenericAllocationHandle handle);
/* A handle of memory that another process or the host owns: charged nothing. */
CUresult sim_vmm_uncharged(struct sim_vmm **out, uint64_t size, const CUmemAllocationProp *prop);
/* Frees the handle if nothing holds it any more. */
void sim_vmm_settle(struct sim_vmm *vmm);
/* Ends all mappings, handles and reservations (reset). */
void sim_vmm_end(void);

#endif
