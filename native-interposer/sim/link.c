/* Linking: everything links, to an image that any module loads. */
#include <stdio.h>

#include "context.h"
#include "entry.h"

static CUresult link_new(CUlinkState *out)
{
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    struct sim_object *link = sim_object_new(SIM_LINK, sizeof *link, context->object.card, NULL);
    SIM_CHECK(link, CUDA_ERROR_OUT_OF_MEMORY);
    *out = (CUlinkState)link;
    return CUDA_SUCCESS;
}

CUresult cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *out)
{
    SIM_API(cuLinkCreate);
    (void)n, (void)options, (void)values;
    return link_new(out);
}

CUresult cuLinkCreate_v2(unsigned int n, CUjit_option *options, void **values, CUlinkState *out)
{
    SIM_API(cuLinkCreate_v2);
    (void)n, (void)options, (void)values;
    return link_new(out);
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
                       unsigned int n, CUjit_option *options, void **values)
{
    SIM_API(cuLinkAddData);
    (void)type, (void)data, (void)size, (void)name, (void)n, (void)options, (void)values;
    return sim_object(SIM_LINK, state) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
                          unsigned int n, CUjit_option *options, void **values)
{
    SIM_API(cuLinkAddData_v2);
    (void)type, (void)data, (void)size, (void)name, (void)n, (void)options, (void)values;
    return sim_object(SIM_LINK, state) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult add_file(CUlinkState state, const char *path)
{
    FILE *file = path ? fopen(path, "re") : NULL;
    SIM_CHECK(file, CUDA_ERROR_FILE_NOT_FOUND);
    fclose(file);
    return sim_object(SIM_LINK, state) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int n, CUjit_option *options,
                       void **values)
{
    SIM_API(cuLinkAddFile);
    (void)type, (void)n, (void)options, (void)values;
    return add_file(state, path);
}

CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned int n,
                          CUjit_option *options, void **values)
{
    SIM_API(cuLinkAddFile_v2);
    (void)type, (void)n, (void)options, (void)values;
    return add_file(state, path);
}

CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
    SIM_API(cuLinkComplete);
    static char linked[] = "linked";
    SIM_CHECK(sim_object(SIM_LINK, state), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(image, CUDA_ERROR_INVALID_VALUE);
    *image = linked;
    if (size)
        *size = sizeof linked;
    return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state)
{
    SIM_API(cuLinkDestroy);
    void *link = sim_object_to_end(SIM_LINK, state);
    SIM_CHECK(link, CUDA_ERROR_INVALID_HANDLE);
    sim_object_end(link);
    return CUDA_SUCCESS;
}
