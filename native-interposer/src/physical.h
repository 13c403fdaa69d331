/* Physical memory and what keeps it: handles, mappings, sparse arrays, multicast objects. The memory has a number of its
 * own, since the driver may give a handle's value out again while something else still keeps the memory. Imported memory
 * costs nothing: number 0. */
#ifndef ALIQUOT_PHYSICAL_H
#define ALIQUOT_PHYSICAL_H

#include "charge.h"

/* Held around the driver's call and the count that goes with it: what a handle's value means is certain then. All of
 * the following is called under it. */
extern lock_t physical_lock;

/* A new handle of memory that is reserved already. False without memory for the ledger. */
bool physical_new(CUmemGenericAllocationHandle handle, CUdevice card, uint64_t bytes);
/* A new multicast object: no memory of its own, but a number, by which it holds what is bound to it. */
bool physical_new_multicast(CUmemGenericAllocationHandle handle);
/* As a holder of memory: by the number or, when it is imported, by the value of its handle. */
uint64_t physical_holder(CUmemGenericAllocationHandle multicast);
/* One more handle for the memory of this number. */
bool physical_hold(CUmemGenericAllocationHandle handle, uint64_t number);
/* The number of a handle's memory, or of the memory that is mapped at an address. 0: unknown or imported. */
uint64_t physical_of_handle(CUmemGenericAllocationHandle handle);
uint64_t physical_of_address(CUdeviceptr address);

/* One holder more or less; the last one gives the bytes back. */
void physical_refer(uint64_t number, int refs);

/* `holder` (an array, a multicast object) keeps the memory from now on; what it kept at this place it keeps no more. */
bool physical_bind(uint64_t holder, CUdevice card, uint64_t place, uint64_t number);
/* The holder keeps nothing any more from `from` to `to`; card -1 = on all cards. */
void physical_unbind(uint64_t holder, CUdevice card, uint64_t from, uint64_t to);
/* Something is bound: an end of a holder matters. Readable without the lock. */
bool physical_is_bound(void);

/* In a forked child. */
void physical_forget(void);

#endif
