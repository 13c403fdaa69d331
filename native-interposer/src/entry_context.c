/* Contexts: hidden memory of an estimated size, reserved before the driver makes one. A context that ends takes with it
 * what was allocated in it. */
#include "leftovers.h"
#include "resolve.h"
#include "throttle.h"

/* --- made by the program ----------------------------------------------------------------------------------------------- */

/* `call` makes the context in `context` on `card`. */
#define MAKE_CONTEXT(call)                                                                                             \
    uint64_t room;                                                                                                     \
    if (!current_reserve(card, &room))                                                                                 \
        return CUDA_ERROR_OUT_OF_MEMORY;                                                                               \
    CUresult result = call;                                                                                            \
    current_made(result, context, card, 0, room);                                                                      \
    return result

EXPORT CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice card)
{
    MAKE_CONTEXT(REAL(cuCtxCreate)(context, flags, card));
}

EXPORT CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice card)
{
    MAKE_CONTEXT(REAL(cuCtxCreate_v2)(context, flags, card));
}

EXPORT CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinity, int count, unsigned int flags,
                               CUdevice card)
{
    MAKE_CONTEXT(REAL(cuCtxCreate_v3)(context, affinity, count, flags, card));
}

EXPORT CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags, CUdevice card)
{
    MAKE_CONTEXT(REAL(cuCtxCreate_v4)(context, parameters, flags, card));
}

/* --- ended by the program ---------------------------------------------------------------------------------------------- */

/* The driver may report an old error of the context's work while it destroys it, or refuse (a primary context). */
static bool lives(CUcontext context)
{
    unsigned version;
    return REAL(cuCtxGetApiVersion)(context, &version) == CUDA_SUCCESS;
}

typedef CUresult end_fn(CUcontext context);

static CUresult end(CUcontext context, end_fn *driver)
{
    struct ledger_entry known;
    struct leftovers left;
    if (!ledger_take(LEDGER_CONTEXT, (uintptr_t)context, &known))
        return driver(context);
    throttle_context_ends(context);
    leftovers_set_aside(&left, &known);
    CUresult result = driver(context);
    bool ended = result == CUDA_SUCCESS || !lives(context);
    (ended ? leftovers_end : leftovers_return)(&left);
    throttle_context_ended(context, known.device, ended);
    return result;
}

EXPORT CUresult cuCtxDestroy(CUcontext context)
{
    return end(context, REAL(cuCtxDestroy));
}

EXPORT CUresult cuCtxDestroy_v2(CUcontext context)
{
    return end(context, REAL(cuCtxDestroy_v2));
}

EXPORT CUresult cuCtxAttach(CUcontext *context, unsigned int flags)
{
    struct ledger_entry known;
    CUresult result = REAL(cuCtxAttach)(context, flags);
    if (result == CUDA_SUCCESS && context)
        ledger_refer(LEDGER_CONTEXT, (uintptr_t)*context, 1, &known);
    return result;
}

EXPORT CUresult cuCtxDetach(CUcontext context)
{
    struct ledger_entry known;
    if (!ledger_find(LEDGER_CONTEXT, (uintptr_t)context, &known) || known.refs <= 1)
        return end(context, REAL(cuCtxDetach));
    CUresult result = REAL(cuCtxDetach)(context);
    if (result == CUDA_SUCCESS)
        ledger_refer(LEDGER_CONTEXT, (uintptr_t)context, -1, &known);
    return result;
}

/* --- the primary context of a card -------------------------------------------------------------------------------------- */

static bool primary_is_active(CUdevice card)
{
    unsigned int flags;
    int active = 0;
    return REAL(cuDevicePrimaryCtxGetState)(card, &flags, &active) == CUDA_SUCCESS && active;
}

static CUresult retain_primary(CUcontext *context, CUdevice card)
{
    uint64_t room = 0;
    bool is_there = primary_is_active(card);
    if (!is_there && !current_reserve(card, &room))
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = REAL(cuDevicePrimaryCtxRetain)(context, card);
    if (!is_there)
        current_made(result, context, card, CONTEXT_PRIMARY, room);
    else if (result == CUDA_SUCCESS)
        current_seen(*context, card, CONTEXT_PRIMARY);
    return result;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice card)
{
    lock_take(&primary_lock);
    CUresult result = retain_primary(context, card);
    lock_give(&primary_lock);
    return result;
}

static bool is_primary_of(const struct ledger_entry *entry, void *data)
{
    struct ledger_entry *found = data;
    if (entry->kind != LEDGER_CONTEXT || entry->owner != CONTEXT_PRIMARY || entry->device != found->device)
        return false;
    *found = *entry;
    return true;
}

/* A release or a reset: the context has ended unless it is still active. */
static CUresult end_primary(CUdevice card, CUresult (*driver)(CUdevice))
{
    struct ledger_entry primary = {.device = (uint16_t)card};
    struct leftovers left;
    ledger_sweep(is_primary_of, &primary);
    if (primary.kind != LEDGER_CONTEXT)
        return driver(card);
    throttle_context_ends((CUcontext)(uintptr_t)primary.key);
    leftovers_set_aside(&left, &primary);
    CUresult result = driver(card);
    bool ended = !primary_is_active(card);
    (ended ? leftovers_end : leftovers_return)(&left);
    throttle_context_ended((CUcontext)(uintptr_t)primary.key, card, ended);
    return result;
}

static CUresult release_primary(CUdevice card, CUresult (*driver)(CUdevice))
{
    lock_take(&primary_lock);
    CUresult result = end_primary(card, driver);
    lock_give(&primary_lock);
    return result;
}

EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice card)
{
    return release_primary(card, REAL(cuDevicePrimaryCtxRelease));
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice card)
{
    return release_primary(card, REAL(cuDevicePrimaryCtxRelease_v2));
}

EXPORT CUresult cuDevicePrimaryCtxReset(CUdevice card)
{
    return release_primary(card, REAL(cuDevicePrimaryCtxReset));
}

EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice card)
{
    return release_primary(card, REAL(cuDevicePrimaryCtxReset_v2));
}

/* --- green contexts: views of the primary context, free of charge --------------------------------------------------------- */

EXPORT CUresult cuCtxFromGreenCtx(CUcontext *context, CUgreenCtx green)
{
    CUresult result = REAL(cuCtxFromGreenCtx)(context, green);
    if (result == CUDA_SUCCESS)
        charge_enter(LEDGER_CONTEXT, (uintptr_t)*context, CARDS_MAX, 0, green);
    return result;
}

static bool is_view_of(const struct ledger_entry *entry, void *green)
{
    return entry->kind == LEDGER_CONTEXT && entry->owner == (uintptr_t)green;
}

EXPORT CUresult cuGreenCtxDestroy(CUgreenCtx green)
{
    struct here at = {.context = NULL};
    if (green && REAL(cuCtxFromGreenCtx)(&at.context, green) == CUDA_SUCCESS && current_in(at.context, &at))
        throttle_context_ends(at.context);
    CUresult result = REAL(cuGreenCtxDestroy)(green);
    throttle_context_ended(at.context, at.card, result == CUDA_SUCCESS);
    if (result == CUDA_SUCCESS) {
        ledger_sweep(is_view_of, green);
        current_changed();
    }
    return result;
}
