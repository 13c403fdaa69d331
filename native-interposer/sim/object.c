#include "object.h"

#include <stdlib.h>
#include <string.h>

static struct sim_object **buckets;
static size_t bucket_count, object_count;
static struct sim_object *newest[SIM_TYPES];
static uint64_t counts[SIM_TYPES], double_frees;

static const char *const names[SIM_TYPES] = {
    "allocation", "context", "green context", "stream", "event",    "pool",  "vmm handle",
    "reservation", "array",  "mipmap",        "module", "library",  "function", "kernel",
    "link",       "graph",   "graph node",    "graph exec", "external memory", "user object", "resource description",
    "binding"};

static size_t bucket_of(const void *handle)
{
    return (size_t)((uintptr_t)handle * 11400714819323198485ull >> 20) & (bucket_count - 1);
}

static int grow(void)
{
    size_t wanted = bucket_count ? bucket_count * 2 : 1024;
    struct sim_object **larger = calloc(wanted, sizeof *larger);
    if (!larger)
        return bucket_count ? 0 : -1;
    struct sim_object **smaller = buckets;
    size_t old = bucket_count;
    buckets = larger;
    bucket_count = wanted;
    for (size_t i = 0; i < old; i++)
        for (struct sim_object *object = smaller[i], *next; object; object = next) {
            next = object->next;
            size_t at = bucket_of(object);
            object->next = buckets[at];
            buckets[at] = object;
        }
    free(smaller);
    return 0;
}

void *sim_object_new(enum sim_type type, size_t size, int card, struct sim_context *context)
{
    if (object_count >= bucket_count && grow() != 0)
        return NULL;
    struct sim_object *object = calloc(1, size);
    if (!object)
        return NULL;
    size_t at = bucket_of(object);
    object->type = type;
    object->card = card;
    object->context = context;
    object->next = buckets[at];
    buckets[at] = object;
    object->older = newest[type];
    if (object->older)
        object->older->newer = object;
    newest[type] = object;
    object_count++;
    counts[type]++;
    return object;
}

void *sim_object(enum sim_type type, const void *handle)
{
    if (!handle || !bucket_count)
        return NULL;
    struct sim_object *object = buckets[bucket_of(handle)];
    while (object && object != handle)
        object = object->next;
    return object && object->type == type ? object : NULL;
}

void *sim_object_to_end(enum sim_type type, const void *handle)
{
    void *object = sim_object(type, handle);
    if (!object && handle)
        double_frees++;
    return object;
}

void sim_object_end(void *ended)
{
    struct sim_object *object = ended, **link = &buckets[bucket_of(ended)];
    while (*link != object)
        link = &(*link)->next;
    *link = object->next;
    if (object->newer)
        object->newer->older = object->older;
    else
        newest[object->type] = object->older;
    if (object->older)
        object->older->newer = object->newer;
    object_count--;
    counts[object->type]--;
    free(object);
}

static void *belonging(struct sim_object *object, const struct sim_context *context)
{
    while (object && context && object->context != context)
        object = object->older;
    return object;
}

void *sim_object_newest(enum sim_type type, const struct sim_context *context)
{
    return belonging(newest[type], context);
}

void *sim_object_older(const void *object, const struct sim_context *context)
{
    return belonging(((const struct sim_object *)object)->older, context);
}

uint64_t sim_object_count(int type)
{
    return type < 0 ? object_count : counts[type];
}

int sim_type_by_name(const char *name)
{
    for (int i = 0; i < SIM_TYPES; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

uint64_t sim_double_frees(void) { return double_frees; }
void sim_count_double_free(void) { double_frees++; }
void sim_clear_double_frees(void) { double_frees = 0; }
