/* Where an allocation goes: the calling thread's current context, its card and share. */
#ifndef ALIQUOT_CURRENT_H
#define ALIQUOT_CURRENT_H

#include "cuda_api.h"
#include "ledger.h"
#include "share.h"

struct here {
    struct share *share;
    CUcontext context;
    CUdevice card;
};

/* False: nothing to account for (no current context, or its card is not limited); the call goes to the driver as it is.
 * A context that is seen for the first time (the runtime makes its own behind an export table) is charged here. */
bool current_here(struct here *here);

/* The same for a context that need not be current. */
bool current_in(CUcontext context, struct here *here);

/* Held while something of a context is charged once for all threads. */
extern lock_t context_lock;
/* Held around the driver's calls that retain and release a primary context, so that what ended is certain. */
extern lock_t primary_lock;
/* Room for a context that the driver is asked to make: what one costs on the card, 0 when the card isn't limited. False:
 * it doesn't fit. A share that holds nothing has room for one, however small its limit. */
bool current_reserve(CUdevice card, uint64_t *room);
/* The driver has answered: the context takes the room, or the room is given back. `owner`: see LEDGER_CONTEXT. */
#define CONTEXT_PRIMARY 1u
void current_made(CUresult result, const CUcontext *context, CUdevice card, uint64_t owner, uint64_t room);
/* A context that is there already: charged unless it is known, whether it fits or not. */
void current_seen(CUcontext context, CUdevice card, uint64_t owner);
/* A context whose bytes are charged: becomes known; when it is known already, its bytes go back. */
void current_put(const struct ledger_entry *context);
/* The context is gone, or some context may be: cached answers of all threads are void. */
void current_changed(void);
/* In a forked child. */
void current_forget(void);

/* Where a stream of the program belongs that doesn't tell its context (one of a green context): context NULL. False: not
 * limited, or nobody knows. */
bool current_of_stream(CUstream stream, struct here *here);

#endif
