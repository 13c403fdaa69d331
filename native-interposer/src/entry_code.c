/* Modules and libraries: hidden memory of unknown size, charged by a floor of one page each. */
#include "charge.h"
#include "resolve.h"

#define CODE_FLOOR (2ull << 20)

static CUresult loaded(CUresult result, const void *code, bool in_context)
{
    struct here at;
    if (result == CUDA_SUCCESS && current_here(&at) &&
        charge_enter(LEDGER_CODE, (uintptr_t)code, at.card, CODE_FLOOR, in_context ? at.context : NULL))
        share_hide(at.share, (int64_t)CODE_FLOOR);
    return result;
}

static bool begin_unload(const void *code, struct ledger_entry *known)
{
    return ledger_take(LEDGER_CODE, (uintptr_t)code, known);
}

static CUresult unloaded(CUresult result, bool ours, const struct ledger_entry *known)
{
    struct share *share = ours ? card_share(known->device) : NULL;
    if (ours && result != CUDA_SUCCESS)
        ledger_put(known);
    else if (share)
        share_hide(share, -(int64_t)known->bytes);
    return result;
}

EXPORT CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    CUresult result = REAL(cuModuleLoad)(module, path);
    return loaded(result, module ? *module : NULL, true);
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    CUresult result = REAL(cuModuleLoadData)(module, image);
    return loaded(result, module ? *module : NULL, true);
}

EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, CUjit_option *options,
                                   void **values)
{
    CUresult result = REAL(cuModuleLoadDataEx)(module, image, count, options, values);
    return loaded(result, module ? *module : NULL, true);
}

EXPORT CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
    CUresult result = REAL(cuModuleLoadFatBinary)(module, image);
    return loaded(result, module ? *module : NULL, true);
}

EXPORT CUresult cuModuleUnload(CUmodule module)
{
    struct ledger_entry known;
    bool ours = begin_unload(module, &known);
    return unloaded(REAL(cuModuleUnload)(module), ours, &known);
}

EXPORT CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit, void **jit_values,
                                  unsigned int jit_count, CUlibraryOption *options, void **values, unsigned int count)
{
    CUresult result = REAL(cuLibraryLoadData)(library, code, jit, jit_values, jit_count, options, values, count);
    return loaded(result, library ? *library : NULL, false);
}

EXPORT CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit, void **jit_values,
                                      unsigned int jit_count, CUlibraryOption *options, void **values,
                                      unsigned int count)
{
    CUresult result = REAL(cuLibraryLoadFromFile)(library, path, jit, jit_values, jit_count, options, values, count);
    return loaded(result, library ? *library : NULL, false);
}

EXPORT CUresult cuLibraryUnload(CUlibrary library)
{
    struct ledger_entry known;
    bool ours = begin_unload(library, &known);
    return unloaded(REAL(cuLibraryUnload)(library), ours, &known);
}
