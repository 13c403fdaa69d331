/* Where an allocation goes: the calling thread's current context, its card and share. */
#ifndef ALIQUOT_CURRENT_H
#define ALIQUOT_CURRENT_H

#include "cuda_api.h"
#include "share.h"

struct here {
    struct share *share;
    CUcontext context;
    CUdevice card;
};

/* False: nothing to account for (no current context, or its card is not limited); the call goes to the driver as it is.
 * A context that is seen for the first time (the runtime makes its own behind an export table) is charged here. */
bool current_here(struct here *here);

/* A context of a card: charges its hidden bytes unless it is known. `owner`: see LEDGER_CONTEXT. */
#define CONTEXT_PRIMARY 1u
void current_add(CUcontext context, CUdevice card, uint64_t owner, uint64_t bytes);
/* What one context costs on the card; 0 when it isn't limited. */
uint64_t current_cost(CUdevice card);
/* The context is gone, or some context may be: cached answers of all threads are void. */
void current_changed(void);
/* In a forked child. */
void current_forget(void);

#endif
