#include "nvml_resolve.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "elf.h"
#include "fork.h"
#include "lock.h"
#include "resolve.h"

#define SONAME "libnvidia-ml.so.1"
#define ABSENT "(function of NVML, which is not loaded)"

static const struct { const char *symbol; void *hook; } table[NVML_ROWS] = {
#define NVML_HOOK(symbol) [NVML_ROW_##symbol] = {#symbol, (void *)symbol},
#define NVML_CALL(symbol) [NVML_ROW_##symbol] = {#symbol, NULL},
#include "nvml.def"
#undef NVML_HOOK
#undef NVML_CALL
};

static _Atomic(void *) library; /* with a reference of ours */
static uintptr_t low, high;
static _Atomic(void *) known[NVML_ROWS];
static lock_t finding;

static bool find_library(void)
{
    struct elf_image image;
    if (atomic_load_explicit(&library, memory_order_acquire))
        return true;
    if (!elf_find(SONAME, &image))
        return false;
    void *handle = resolve_open(image.path, RTLD_LAZY | RTLD_NOLOAD); /* no lock of ours: it takes the loader's */
    lock_take(&finding);
    if (handle && !atomic_load(&library)) {
        low = image.low;
        high = image.high;
        atomic_store(&library, handle);
    }
    lock_give(&finding);
    return handle != NULL;
}

bool nvml_load(void)
{
    return find_library() || (resolve_open(SONAME, RTLD_LAZY | RTLD_LOCAL) && find_library());
}

void nvml_resolve_after_fork(void)
{
    atomic_store(&finding.word, 0);
}

static nvmlReturn_t missing(void)
{
    return NVML_ERROR_FUNCTION_NOT_FOUND;
}

static nvmlReturn_t not_loaded(void)
{
    return NVML_ERROR_UNINITIALIZED;
}

void *nvml_resolve(enum nvml_row row)
{
    void *function = atomic_load_explicit(&known[row], memory_order_acquire);
    if (function)
        return function;
    if (!find_library()) { /* what the program would have got without us, never kept: NVML may come later */
        function = table[row].hook ? resolve_in(RTLD_NEXT, table[row].symbol) : NULL;
        return function ? function : (void *)not_loaded;
    }
    function = resolve_in(atomic_load(&library), table[row].symbol);
    atomic_store(&known[row], function ? function : (void *)missing);
    return function ? function : (void *)missing;
}

/* --- dlsym ---------------------------------------------------------------------------------------------------------------- */

static bool same(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        ;
    return *a == *b;
}

static enum nvml_row hooked_row(const char *name)
{
    enum nvml_row row = 0;
    while (row < NVML_ROWS && !(table[row].hook && same(table[row].symbol, name)))
        row++;
    return row;
}

static bool is_nvml(const void *address)
{
    return find_library() && (uintptr_t)address >= low && (uintptr_t)address < high;
}

static bool has_real(enum nvml_row row)
{
    void *function = nvml_resolve(row);
    return function != (void *)missing && function != (void *)not_loaded;
}

/* Ours for NVML's own function; for ours itself (the handle's scope includes us) NVML decides whether there is one. */
static void *on_handle(void *handle, const char *name)
{
    enum nvml_row row = hooked_row(name);
    void *found = resolve_in(handle, name);
    if (found == table[row].hook)
        return has_real(row) ? found : resolve_in(handle, ABSENT);
    return found && is_nvml(found) ? table[row].hook : found;
}

static void *hook_of(void *handle, const char *name)
{
    (void)handle;
    return table[hooked_row(name)].hook;
}

struct dlsym_verdict nvml_judge(void *handle, const char *name, const void *caller, void *loader)
{
    struct dlsym_verdict pass = {loader, name};
    enum nvml_row row = hooked_row(name);
    struct elf_image next;
    if (row == NVML_ROWS)
        return pass;
    if (handle == RTLD_DEFAULT)
        return has_real(row) ? pass : (struct dlsym_verdict){loader, ABSENT};
    if (handle == RTLD_NEXT)
        return elf_next_definition(caller, name, &next) && is_nvml((const void *)next.low)
                   ? (struct dlsym_verdict){(void *)hook_of, name}
                   : pass;
    return (struct dlsym_verdict){(void *)on_handle, name};
}
