/* Contexts: hidden memory, charged by a floor. A context that ends takes with it what was allocated in it. */
#include "charge.h"
#include "pools.h"
#include "resolve.h"

/* --- what ends with a context --------------------------------------------------------------------------------------- */

struct leftovers {
    uint64_t context;
    CUdevice card;
    uint64_t tracked, hidden, host;
};

static bool belongs(const struct ledger_entry *entry, void *data)
{
    struct leftovers *left = data;
    if (entry->kind == LEDGER_CONTEXT || entry->kind == LEDGER_GRAPH || entry->owner != left->context)
        return false;
    switch (entry->kind) {
    case LEDGER_BLOCK: case LEDGER_ARRAY: left->tracked += entry->bytes; return true;
    case LEDGER_CODE: left->hidden += entry->bytes; return true;
    case LEDGER_HOST: left->host += entry->bytes; return true;
    default: return false;
    }
}

static struct leftovers collect(const struct ledger_entry *context)
{
    struct leftovers left = {.context = context->key, .card = context->device, .hidden = context->bytes};
    ledger_sweep(belongs, &left);
    return left;
}

static void give_back(const struct leftovers *left)
{
    current_changed();
    struct share *share = card_share(left->card);
    if (!share)
        return;
    share_release(share, left->tracked);
    share_hide(share, -(int64_t)left->hidden);
    share_host(share, -(int64_t)left->host);
    pools_observe();
}

/* --- made by the program ----------------------------------------------------------------------------------------------- */

static CUresult made(CUresult result, const CUcontext *context, CUdevice card)
{
    if (result == CUDA_SUCCESS)
        current_add(*context, card, 0, current_cost(card));
    return result;
}

EXPORT CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice card)
{
    return made(REAL(cuCtxCreate)(context, flags, card), context, card);
}

EXPORT CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice card)
{
    return made(REAL(cuCtxCreate_v2)(context, flags, card), context, card);
}

EXPORT CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinity, int count, unsigned int flags,
                               CUdevice card)
{
    return made(REAL(cuCtxCreate_v3)(context, affinity, count, flags, card), context, card);
}

EXPORT CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags, CUdevice card)
{
    return made(REAL(cuCtxCreate_v4)(context, parameters, flags, card), context, card);
}

/* The record goes before the driver's call, since the address may be given out again at once; the bytes after it. A
 * driver that refuses to destroy a context that it made itself has lost it all the same. */
static CUresult destroy(CUcontext context, CUresult (*driver)(CUcontext))
{
    struct ledger_entry known;
    if (!ledger_take(LEDGER_CONTEXT, (uintptr_t)context, &known))
        return driver(context);
    struct leftovers left = collect(&known);
    CUresult result = driver(context);
    give_back(&left);
    return result;
}

EXPORT CUresult cuCtxDestroy(CUcontext context)
{
    return destroy(context, REAL(cuCtxDestroy));
}

EXPORT CUresult cuCtxDestroy_v2(CUcontext context)
{
    return destroy(context, REAL(cuCtxDestroy_v2));
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
    CUresult result = REAL(cuCtxDetach)(context);
    if (result == CUDA_SUCCESS && ledger_refer(LEDGER_CONTEXT, (uintptr_t)context, -1, &known) && !known.refs) {
        struct leftovers left = collect(&known);
        give_back(&left);
    }
    return result;
}

/* --- the primary context of a card -------------------------------------------------------------------------------------- */

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice card)
{
    CUresult result = REAL(cuDevicePrimaryCtxRetain)(context, card);
    if (result == CUDA_SUCCESS)
        current_add(*context, card, CONTEXT_PRIMARY, current_cost(card));
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

/* After a release or a reset: the context has ended unless it is still active. */
static CUresult primary_released(CUresult result, CUdevice card)
{
    unsigned int flags;
    int active = 1;
    struct ledger_entry primary = {.device = (uint16_t)card};
    if (result != CUDA_SUCCESS || REAL(cuDevicePrimaryCtxGetState)(card, &flags, &active) != CUDA_SUCCESS || active)
        return result;
    ledger_sweep(is_primary_of, &primary);
    if (primary.kind != LEDGER_CONTEXT)
        return result;
    struct leftovers left = collect(&primary);
    give_back(&left);
    return result;
}

EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice card)
{
    return primary_released(REAL(cuDevicePrimaryCtxRelease)(card), card);
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice card)
{
    return primary_released(REAL(cuDevicePrimaryCtxRelease_v2)(card), card);
}

EXPORT CUresult cuDevicePrimaryCtxReset(CUdevice card)
{
    return primary_released(REAL(cuDevicePrimaryCtxReset)(card), card);
}

EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice card)
{
    return primary_released(REAL(cuDevicePrimaryCtxReset_v2)(card), card);
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
    CUresult result = REAL(cuGreenCtxDestroy)(green);
    if (result == CUDA_SUCCESS) {
        ledger_sweep(is_view_of, green);
        current_changed();
    }
    return result;
}
