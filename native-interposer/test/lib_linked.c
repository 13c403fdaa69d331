/* A library that is linked with the driver: what its calls reach when it is loaded in unusual ways. */
#include <dlfcn.h>
#include <stddef.h>
extern int cuMemAlloc_v2(unsigned long long *, size_t);
void *linked_alloc(void) { return (void *)cuMemAlloc_v2; }
void *looked_up_alloc(void) { void *d = dlopen("libcuda.so.1", RTLD_NOW); return d ? dlsym(d, "cuMemAlloc_v2") : NULL; }
void *next_of_nothing(void) { return dlsym(RTLD_NEXT, "cuMemAlloc_v2"); }
void *next_malloc(void) { return dlsym(RTLD_NEXT, "malloc"); }
void *default_malloc(void) { return dlsym(RTLD_DEFAULT, "malloc"); }
