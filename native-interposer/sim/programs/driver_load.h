/* Finds the driver as programs do: by dlopen and dlsym, or (SIM_LINKED) as a library of the program. */
#ifndef SIM_DRIVER_LOAD_H
#define SIM_DRIVER_LOAD_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_api.h"

#ifdef SIM_LINKED
#define DRIVER(name) name
#define driver_load() ((void)0)
#else
static void *driver_library;

static void driver_load(void)
{
    driver_library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (!driver_library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(3);
    }
}

static void *driver_symbol(const char *name)
{
    void *found = dlsym(driver_library, name);
    if (!found) {
        fprintf(stderr, "%s\n", dlerror());
        exit(3);
    }
    return found;
}
#define DRIVER(name) ((__typeof__(&name))driver_symbol(#name))
#endif

static const char *error_name(CUresult code)
{
    const char *name = NULL;
    DRIVER(cuGetErrorName)(code, &name);
    return name ? name : "unknown";
}

/* Ends the program with status 1 and the name of the error. */
static void must(CUresult code, const char *what)
{
    if (code == CUDA_SUCCESS)
        return;
    printf("%s: %s\n", what, error_name(code));
    exit(1);
}

#endif
