/* Physical memory that a sparse array or a multicast object keeps alive. Lock held for all calls. */
#ifndef SIM_BINDING_H
#define SIM_BINDING_H

#include "vmm.h"

/* False when the host has no memory. `place`: where in the holder, on which card. */
bool sim_binding_new(const void *holder, int card, uint64_t place, struct sim_vmm *vmm);
/* Ends the bindings of a holder that begin in [from, to); card -1 = of all cards. */
void sim_bindings_end(const void *holder, int card, uint64_t from, uint64_t to);

#endif
