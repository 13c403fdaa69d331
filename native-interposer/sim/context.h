/* Contexts and the current-context stack of each thread. Lock held for all calls. */
#ifndef SIM_CONTEXT_H
#define SIM_CONTEXT_H

#include <stdbool.h>

#include "cuda_types.h"
#include "object.h"

struct sim_context {
    struct sim_object object;
    bool primary;
    unsigned references; /* of a primary context */
    unsigned flags;
    unsigned api_version;
    unsigned long long id;
    uint64_t cost;                   /* bytes charged for the context itself */
    struct sim_page *small_pages;    /* of allocations under 1 MiB */
    size_t limits[10]; /* by CUlimit */
    struct sim_green *green;         /* the green context whose view this is */
    struct sim_stream *legacy;       /* the NULL stream, made at first use */
    unsigned peers;                  /* bit set of cards */
    unsigned attached;               /* further references of cuCtxAttach */
    CUfunc_cache cache_config;
};

/* The object of a handle, NULL if it isn't live. */
struct sim_context *sim_context(CUcontext handle);
/* Current context of the calling thread, or NULL. */
struct sim_context *sim_current(void);
/* Makes a context current. False when the stack is full. */
bool sim_push(struct sim_context *context);

CUresult sim_context_create(struct sim_context **out, int card, unsigned flags, unsigned api_version);
/* Frees the context with everything that belongs to it. */
void sim_context_end(struct sim_context *context);
/* Primary context of a card, made if there is none; adds a reference. */
CUresult sim_primary_retain(struct sim_context **out, int card);
/* Empties the calling thread's stack. */
void sim_stack_clear(void);

/* CUDA_SUCCESS and the current context, or the error that the driver gives without one. */
CUresult sim_need_current(struct sim_context **out);
/* The primary context of a card if it is active, and the flags it will be made with. */
struct sim_context *sim_primary(int card);
unsigned sim_primary_flags(int card);
bool sim_card_exists(int card);

#endif
