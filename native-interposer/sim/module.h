/* Modules, libraries, functions and kernels. Lock held for all calls. */
#ifndef SIM_MODULE_H
#define SIM_MODULE_H

#include "context.h"
#include "cuda_types.h"

struct sim_module {
    struct sim_object object;
    struct sim_library *library; /* whose module in this context it is, or NULL */
    uint64_t cost;
};

struct sim_library {
    struct sim_object object;
};

/* A function of a module, or the kernel of a library (type SIM_KERNEL, module NULL). */
struct sim_function {
    struct sim_object object;
    struct sim_module *module;
    struct sim_library *library;
    struct sim_function *kernel; /* the library's kernel that this function is in its context */
    char name[120];
    uint64_t ns; /* duration of one launch */
    int attributes[16];
    struct {
        unsigned x, y, z, shared;
    } legacy; /* set by the cuFuncSet… functions of version 2000 */
};

/* The function of a CUfunction, or in the current context of a CUkernel. NULL if it is neither. */
struct sim_function *sim_function(CUfunction handle);
void sim_modules_end(struct sim_context *context);
/* Duration of kernels of this name, by setting or by the end of the name. */
uint64_t sim_kernel_ns(const char *name);

#endif
