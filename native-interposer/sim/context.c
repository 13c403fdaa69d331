#include "context.h"

#include <string.h>

#include "allocation.h"
#include "array.h"
#include "entry.h"
#include "module.h"
#include "state.h"
#include "stream.h"

enum { STACK = 64 };

struct stack_entry {
    struct sim_context *context; /* may be dead: compare the id */
    unsigned long long id;
};

static _Thread_local struct {
    struct stack_entry entries[STACK];
    int depth;
} stack;

static struct sim_context *primaries[16];
static unsigned long long last_id;

struct sim_context *sim_context(CUcontext handle)
{
    return sim_object(SIM_CONTEXT_OBJECT, handle);
}

static struct sim_context *live(struct stack_entry entry)
{
    struct sim_context *context = sim_object(SIM_CONTEXT_OBJECT, entry.context);
    return context && context->id == entry.id ? context : NULL;
}

struct sim_context *sim_current(void)
{
    return stack.depth ? live(stack.entries[stack.depth - 1]) : NULL;
}

CUresult sim_need_current(struct sim_context **out)
{
    *out = sim_current();
    if (*out)
        return CUDA_SUCCESS;
    return stack.depth ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT;
}

bool sim_push(struct sim_context *context)
{
    if (stack.depth == STACK)
        return false;
    stack.entries[stack.depth++] = (struct stack_entry){context, context->id};
    return true;
}

/* Removes the top. False if the stack is empty; *out may be NULL for a destroyed context. */
static bool pop(struct sim_context **out)
{
    if (!stack.depth)
        return false;
    *out = live(stack.entries[--stack.depth]);
    return true;
}

void sim_stack_clear(void)
{
    stack.depth = 0;
}

bool sim_card_exists(int card)
{
    return card >= 0 && card < (int)sim_state()->card_count;
}

CUresult sim_context_create(struct sim_context **out, int card, unsigned flags, unsigned api_version)
{
    static const size_t limits[10] = {1024, 7340032, 8388608, 2, 2048, 128, 0, 0, 0, 0};
    uint64_t cost = SIM_ROUND(sim_setting(SIM_CTX_BYTES), SIM_PAGE);
    SIM_TRY(sim_charge(card, ALIQUOT_SIM_CONTEXT, cost));
    struct sim_context *context = sim_object_new(SIM_CONTEXT_OBJECT, sizeof *context, card, NULL);
    if (!context) {
        sim_credit(card, ALIQUOT_SIM_CONTEXT, cost);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    context->cost = cost;
    context->flags = flags;
    context->api_version = api_version;
    context->id = ++last_id;
    memcpy(context->limits, limits, sizeof limits);
    sim_self()->contexts[card]++;
    *out = context;
    return CUDA_SUCCESS;
}

void sim_context_end(struct sim_context *context)
{
    void *object;
    int card = context->object.card;
    sim_streams_end(context);
    sim_modules_end(context);
    sim_arrays_end(context);
    while ((object = sim_object_newest(SIM_ALLOCATION, context)))
        sim_allocation_end(object);
    sim_credit(card, ALIQUOT_SIM_CONTEXT, context->cost);
    sim_self()->contexts[card]--;
    if (context->primary)
        primaries[card] = NULL;
    sim_object_end(context);
}

CUresult sim_primary_retain(struct sim_context **out, int card)
{
    struct sim_context *context = primaries[card];
    if (!context) {
        SIM_TRY(sim_context_create(&context, card, sim_primary_flags(card), 3020));
        context->primary = true;
        primaries[card] = context;
    }
    context->references++;
    *out = context;
    return CUDA_SUCCESS;
}

struct sim_context *sim_primary(int card)
{
    return primaries[card];
}

CUresult cuCtxPushCurrent_v2(CUcontext handle)
{
    SIM_API(cuCtxPushCurrent_v2);
    struct sim_context *context = sim_context(handle);
    SIM_CHECK(context, CUDA_ERROR_INVALID_CONTEXT);
    return sim_push(context) ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN;
}

CUresult cuCtxPushCurrent(CUcontext handle)
{
    SIM_API(cuCtxPushCurrent);
    struct sim_context *context = sim_context(handle);
    SIM_CHECK(context, CUDA_ERROR_INVALID_CONTEXT);
    return sim_push(context) ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN;
}

CUresult cuCtxPopCurrent_v2(CUcontext *out)
{
    SIM_API(cuCtxPopCurrent_v2);
    struct sim_context *context;
    SIM_CHECK(pop(&context), CUDA_ERROR_INVALID_CONTEXT);
    if (out)
        *out = (CUcontext)context;
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *out)
{
    SIM_API(cuCtxPopCurrent);
    struct sim_context *context;
    SIM_CHECK(pop(&context), CUDA_ERROR_INVALID_CONTEXT);
    if (out)
        *out = (CUcontext)context;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext handle)
{
    SIM_API(cuCtxSetCurrent);
    struct sim_context *ignored, *context = sim_context(handle);
    SIM_CHECK(context || !handle, CUDA_ERROR_INVALID_CONTEXT);
    pop(&ignored);
    if (context)
        sim_push(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *out)
{
    SIM_API(cuCtxGetCurrent);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = (CUcontext)sim_current();
    return CUDA_SUCCESS;
}

/* A destroyed context is no longer current to the thread that destroys it. */
static CUresult destroy(CUcontext handle)
{
    struct sim_context *ignored, *context = sim_object_to_end(SIM_CONTEXT_OBJECT, handle);
    SIM_CHECK(context && !context->primary && !context->green, CUDA_ERROR_INVALID_CONTEXT);
    if (sim_current() == context)
        pop(&ignored);
    sim_context_end(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxDestroy_v2(CUcontext handle)
{
    SIM_API(cuCtxDestroy_v2);
    return destroy(handle);
}

CUresult cuCtxDestroy(CUcontext handle)
{
    SIM_API(cuCtxDestroy);
    return destroy(handle);
}
