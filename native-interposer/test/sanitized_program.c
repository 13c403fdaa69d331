/* A program built with a sanitizer: its runtime looks up everything that it replaces with dlsym(RTLD_NEXT) before
 * anything is set up. Ends with 0 when the second allocation is refused. */
#include <stdlib.h>
#include <string.h>

#include "cuda_api.h"

int main(void)
{
    CUcontext context;
    CUdeviceptr block;
    char *memory = malloc(100);
    strcpy(memory, "sanitized");
    free(memory);
    if (cuInit(0) || cuCtxCreate_v2(&context, 0, 0) || cuMemAlloc_v2(&block, 600u << 20))
        return 1;
    return cuMemAlloc_v2(&block, 600u << 20) == CUDA_ERROR_OUT_OF_MEMORY ? 0 : 2;
}
