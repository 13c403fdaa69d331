/* Registry of the live objects behind handles. A handle is the address of its object; one that is not in the
 * registry is invalid, so a handle used after its end is refused instead of followed. Lock held for all calls. */
#ifndef SIM_OBJECT_H
#define SIM_OBJECT_H

#include <stddef.h>
#include <stdint.h>

enum sim_type {
    SIM_ALLOCATION,
    SIM_CONTEXT_OBJECT,
    SIM_GREEN_CONTEXT,
    SIM_STREAM,
    SIM_EVENT,
    SIM_POOL_OBJECT,
    SIM_VMM_HANDLE,
    SIM_VMM_RESERVATION,
    SIM_ARRAY_OBJECT,
    SIM_MIPMAP,
    SIM_MODULE,
    SIM_LIBRARY,
    SIM_FUNCTION,
    SIM_KERNEL,
    SIM_LINK,
    SIM_GRAPH_OBJECT,
    SIM_GRAPH_NODE,
    SIM_GRAPH_EXEC,
    SIM_EXTERNAL_MEMORY,
    SIM_USER_OBJECT,
    SIM_RESOURCE_DESC,
    SIM_BINDING,
    SIM_TYPES
};

/* First member of every object. */
struct sim_object {
    enum sim_type type;
    int card;
    struct sim_context *context; /* dies with it; NULL for objects that outlive contexts */
    struct sim_object *next;     /* of its bucket */
    struct sim_object *older, *newer;
};

/* A zeroed object of `size` bytes, registered. NULL when the host has no memory. */
void *sim_object_new(enum sim_type type, size_t size, int card, struct sim_context *context);
/* The object if it is live and of this type, else NULL. */
void *sim_object(enum sim_type type, const void *handle);
/* Ends and frees an object. */
void sim_object_end(void *object);
/* As sim_object, for frees: a dead handle is counted as a double free. */
void *sim_object_to_end(enum sim_type type, const void *handle);
/* Newest object of a type that belongs to `context` (any if NULL), or NULL: to end them one by one. */
void *sim_object_newest(enum sim_type type, const struct sim_context *context);
/* Next older one of the same type and context. */
void *sim_object_older(const void *object, const struct sim_context *context);

uint64_t sim_object_count(int type);
int sim_type_by_name(const char *name);
uint64_t sim_double_frees(void);
void sim_count_double_free(void);
void sim_clear_double_frees(void);

#endif
