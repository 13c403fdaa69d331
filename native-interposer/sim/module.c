#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "charge.h"
#include "entry.h"
#include "state.h"

/* "gemm_200us" lasts 200 us. */
static bool duration_in_name(const char *name, uint64_t *ns)
{
    const char *last = strrchr(name, '_');
    if (!last)
        return false;
    size_t digits = strspn(last + 1, "0123456789");
    const char *unit = last + 1 + digits;
    return digits && (!strcmp(unit, "ns") || !strcmp(unit, "us") || !strcmp(unit, "ms")) &&
           sim_parse_number(last + 1, ns);
}

uint64_t sim_kernel_ns(const char *name)
{
    struct sim_state *state = sim_state();
    uint64_t ns = state->settings[SIM_KERNEL_NS];
    for (uint32_t i = 0; i < state->kernel_count; i++)
        if (strcmp(state->kernels[i].name, name) == 0)
            return state->kernels[i].ns;
    duration_in_name(name, &ns);
    return ns;
}

static CUresult module_new(struct sim_module **out, struct sim_context *context, struct sim_library *library)
{
    uint64_t cost = SIM_ROUND(sim_setting(SIM_MODULE_BYTES), SIM_PAGE);
    SIM_TRY(sim_charge(context->object.card, ALIQUOT_SIM_CODE, cost));
    struct sim_module *module = sim_object_new(SIM_MODULE, sizeof *module, context->object.card, context);
    if (!module) {
        sim_credit(context->object.card, ALIQUOT_SIM_CODE, cost);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    module->cost = cost;
    module->library = library;
    *out = module;
    return CUDA_SUCCESS;
}

static void module_end(struct sim_module *module)
{
    struct sim_function *function = sim_object_newest(SIM_FUNCTION, NULL), *older;
    for (; function; function = older) {
        older = sim_object_older(function, NULL);
        if (function->module == module)
            sim_object_end(function);
    }
    sim_credit(module->object.card, ALIQUOT_SIM_CODE, module->cost);
    sim_object_end(module);
}

void sim_modules_end(struct sim_context *context)
{
    for (void *module; (module = sim_object_newest(SIM_MODULE, context));)
        module_end(module);
}

/* Any image is good; every name is a function of it. */
static CUresult load(CUmodule *out, const void *image)
{
    struct sim_context *context;
    struct sim_module *module;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && image, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(module_new(&module, context, NULL));
    *out = (CUmodule)module;
    return CUDA_SUCCESS;
}

CUresult cuModuleLoad(CUmodule *out, const char *path)
{
    SIM_API(cuModuleLoad);
    FILE *file = path ? fopen(path, "re") : NULL;
    SIM_CHECK(file, CUDA_ERROR_FILE_NOT_FOUND);
    fclose(file);
    return load(out, path);
}

CUresult cuModuleLoadData(CUmodule *out, const void *image)
{
    SIM_API(cuModuleLoadData);
    return load(out, image);
}

CUresult cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned int count, CUjit_option *options, void **values)
{
    SIM_API(cuModuleLoadDataEx);
    SIM_CHECK(!count || (options && values), CUDA_ERROR_INVALID_VALUE);
    return load(out, image);
}

CUresult cuModuleLoadFatBinary(CUmodule *out, const void *image)
{
    SIM_API(cuModuleLoadFatBinary);
    return load(out, image);
}

CUresult cuModuleUnload(CUmodule handle)
{
    SIM_API(cuModuleUnload);
    struct sim_module *module = sim_object_to_end(SIM_MODULE, handle);
    SIM_CHECK(module && !module->library, CUDA_ERROR_INVALID_HANDLE);
    module_end(module);
    return CUDA_SUCCESS;
}

static CUresult function_new(struct sim_function **out, enum sim_type type, struct sim_module *module,
                             struct sim_library *library, const char *name)
{
    struct sim_function *function = sim_object_new(type, sizeof *function, module ? module->object.card : 0, NULL);
    SIM_CHECK(function, CUDA_ERROR_OUT_OF_MEMORY);
    function->module = module;
    function->library = library;
    snprintf(function->name, sizeof function->name, "%s", name);
    function->ns = sim_kernel_ns(name);
    function->attributes[CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK] = 1024;
    function->attributes[CU_FUNC_ATTRIBUTE_NUM_REGS] = 32;
    function->attributes[CU_FUNC_ATTRIBUTE_PTX_VERSION] = (int)sim_setting(SIM_COMPUTE_CAPABILITY);
    function->attributes[CU_FUNC_ATTRIBUTE_BINARY_VERSION] = (int)sim_setting(SIM_COMPUTE_CAPABILITY);
    *out = function;
    return CUDA_SUCCESS;
}

static struct sim_function *find(enum sim_type type, const struct sim_module *module,
                                 const struct sim_library *library, const char *name)
{
    struct sim_function *function = sim_object_newest(type, NULL);
    while (function && (function->module != module || function->library != library || strcmp(function->name, name)))
        function = sim_object_older(function, NULL);
    return function;
}

/* One handle per name and module, as long as it lives. */
CUresult cuModuleGetFunction(CUfunction *out, CUmodule handle, const char *name)
{
    SIM_API(cuModuleGetFunction);
    struct sim_module *module = sim_object(SIM_MODULE, handle);
    SIM_CHECK(module, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && name, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(*name, CUDA_ERROR_NOT_FOUND);
    struct sim_function *function = find(SIM_FUNCTION, module, NULL, name);
    if (!function)
        SIM_TRY(function_new(&function, SIM_FUNCTION, module, NULL, name));
    *out = (CUfunction)function;
    return CUDA_SUCCESS;
}

static CUresult library_load(CUlibrary *out, const void *code)
{
    SIM_CHECK(out && code, CUDA_ERROR_INVALID_VALUE);
    struct sim_library *library = sim_object_new(SIM_LIBRARY, sizeof *library, 0, NULL);
    SIM_CHECK(library, CUDA_ERROR_OUT_OF_MEMORY);
    *out = (CUlibrary)library;
    return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary *out, const void *code, CUjit_option *jit, void **jit_values, unsigned int jits,
                           CUlibraryOption *options, void **values, unsigned int count)
{
    SIM_API(cuLibraryLoadData);
    (void)jit, (void)jit_values, (void)jits, (void)options, (void)values, (void)count;
    return library_load(out, code);
}

CUresult cuLibraryLoadFromFile(CUlibrary *out, const char *path, CUjit_option *jit, void **jit_values,
                               unsigned int jits, CUlibraryOption *options, void **values, unsigned int count)
{
    SIM_API(cuLibraryLoadFromFile);
    (void)jit, (void)jit_values, (void)jits, (void)options, (void)values, (void)count;
    FILE *file = path ? fopen(path, "re") : NULL;
    SIM_CHECK(file, CUDA_ERROR_FILE_NOT_FOUND);
    fclose(file);
    return library_load(out, path);
}

CUresult cuLibraryUnload(CUlibrary handle)
{
    SIM_API(cuLibraryUnload);
    struct sim_library *library = sim_object_to_end(SIM_LIBRARY, handle);
    SIM_CHECK(library, CUDA_ERROR_INVALID_HANDLE);
    struct sim_module *module = sim_object_newest(SIM_MODULE, NULL), *older;
    for (; module; module = older) {
        older = sim_object_older(module, NULL);
        if (module->library == library)
            module_end(module);
    }
    struct sim_function *kernel = sim_object_newest(SIM_KERNEL, NULL), *older_kernel;
    for (; kernel; kernel = older_kernel) {
        older_kernel = sim_object_older(kernel, NULL);
        if (kernel->library == library)
            sim_object_end(kernel);
    }
    sim_object_end(library);
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *out, CUlibrary handle, const char *name)
{
    SIM_API(cuLibraryGetKernel);
    struct sim_library *library = sim_object(SIM_LIBRARY, handle);
    SIM_CHECK(library, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && name, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(*name, CUDA_ERROR_NOT_FOUND);
    struct sim_function *kernel = find(SIM_KERNEL, NULL, library, name);
    if (!kernel)
        SIM_TRY(function_new(&kernel, SIM_KERNEL, NULL, library, name));
    *out = (CUkernel)kernel;
    return CUDA_SUCCESS;
}

/* Lazy: a library takes memory in a context when it is first used there. */
static CUresult module_of_library(struct sim_module **out, struct sim_library *library)
{
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    struct sim_module *module = sim_object_newest(SIM_MODULE, context);
    while (module && module->library != library)
        module = sim_object_older(module, context);
    if (!module)
        SIM_TRY(module_new(&module, context, library));
    *out = module;
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetModule(CUmodule *out, CUlibrary handle)
{
    SIM_API(cuLibraryGetModule);
    struct sim_module *module;
    struct sim_library *library = sim_object(SIM_LIBRARY, handle);
    SIM_CHECK(library, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(module_of_library(&module, library));
    *out = (CUmodule)module;
    return CUDA_SUCCESS;
}

static CUresult function_of_kernel(struct sim_function **out, struct sim_function *kernel)
{
    struct sim_module *module;
    SIM_TRY(module_of_library(&module, kernel->library));
    *out = find(SIM_FUNCTION, module, kernel->library, kernel->name);
    if (!*out)
        SIM_TRY(function_new(out, SIM_FUNCTION, module, kernel->library, kernel->name));
    (*out)->kernel = kernel;
    return CUDA_SUCCESS;
}

CUresult cuKernelGetFunction(CUfunction *out, CUkernel handle)
{
    SIM_API(cuKernelGetFunction);
    struct sim_function *function, *kernel = sim_object(SIM_KERNEL, handle);
    SIM_CHECK(kernel, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(function_of_kernel(&function, kernel));
    *out = (CUfunction)function;
    return CUDA_SUCCESS;
}

struct sim_function *sim_function(CUfunction handle)
{
    struct sim_function *function = sim_object(SIM_FUNCTION, handle), *kernel = sim_object(SIM_KERNEL, handle);
    if (!function && kernel && function_of_kernel(&function, kernel) != CUDA_SUCCESS)
        return NULL;
    return function;
}
