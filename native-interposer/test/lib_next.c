/* A library that hooks dlsym and a driver function itself, as profilers and other preloads do, with the usual
 * RTLD_NEXT look-ups. Counts what went through it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

int next_lookups, next_allocations;

typedef void *dlsym_fn(void *, const char *);
typedef int alloc_fn(unsigned long long *, size_t);

void *dlsym(void *handle, const char *name)
{
    static dlsym_fn *next;
    if (!next)
        next = (dlsym_fn *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (!next)
        next = (dlsym_fn *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    next_lookups++;
    return next(handle, name);
}

int cuMemAlloc_v2(unsigned long long *address, size_t bytes)
{
    static alloc_fn *next;
    if (!next)
        next = (alloc_fn *)dlsym(RTLD_NEXT, "cuMemAlloc_v2");
    next_allocations++;
    return next(address, bytes);
}
