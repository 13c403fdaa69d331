/* A library that hooks dlsym and finds the one to pass to on the C library's handle, past all others. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

typedef void *dlsym_fn(void *, const char *);

void *dlsym(void *handle, const char *name)
{
    static dlsym_fn *next;
    void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!next)
        next = (dlsym_fn *)dlvsym(libc, "dlsym", "GLIBC_2.34");
    if (!next)
        next = (dlsym_fn *)dlvsym(libc, "dlsym", "GLIBC_2.2.5");
    return next(handle, name);
}
