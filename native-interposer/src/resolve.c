#include "resolve.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "cards.h"
#include "dlsym.h"
#include "elf.h"
#include "fork.h"
#include "lock.h"
#include "nvml_resolve.h"
#include "report.h"

#define DRIVER_SONAME "libcuda.so.1"

typedef void *(*dlsym_fn)(void *, const char *);
typedef void *(*dlvsym_fn)(void *, const char *, const char *);
typedef void *(*dlopen_fn)(const char *, int);

/* --- the loader's functions: importing them would bind us to a newer glibc, or to ourselves ------------------------ */

_Atomic(void *) real_dlsym, real_dlvsym; /* read by the trampolines; NULL until the first call */
static dlopen_fn real_dlopen;
static lock_t loading;

static void *libc_function(const char *name)
{
    static const char *const homes[] = {"libc.so.6", "libdl.so.2"}; /* libdl until glibc 2.33 */
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        struct elf_image image;
        bool there = elf_find_early(homes[i], &image) || elf_find(homes[i], &image);
        void *found = there ? elf_function(&image, name) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

static void find_loader(void)
{
    if (atomic_load(&real_dlsym))
        return;
    real_dlopen = (dlopen_fn)libc_function("dlopen");
    atomic_store(&real_dlvsym, libc_function("dlvsym"));
    atomic_store(&real_dlsym, libc_function("dlsym"));
}

void resolve_after_fork(void)
{
    atomic_store(&loading.word, 0);
}

/* --- the driver ---------------------------------------------------------------------------------------------------- */

static struct driver {
    _Atomic(void *) handle; /* with a reference of ours: it stays loaded */
    uintptr_t low, high;
} driver;

static void find_driver(void)
{
    fork_watch();
    lock_take(&loading);
    find_loader();
    struct elf_image image;
    if (!atomic_load(&driver.handle) && real_dlopen && elf_find(DRIVER_SONAME, &image)) {
        driver.low = image.low;
        driver.high = image.high;
        atomic_store(&driver.handle, real_dlopen(image.path, RTLD_LAZY | RTLD_NOLOAD));
    }
    lock_give(&loading);
}

bool resolve_is_driver(const void *address)
{
    if (!atomic_load_explicit(&driver.handle, memory_order_acquire))
        find_driver();
    return (uintptr_t)address >= driver.low && (uintptr_t)address < driver.high;
}

static CUresult missing(void)
{
    return CUDA_ERROR_NOT_INITIALIZED;
}

/* NULL = not looked up yet. A row without a function is looked up again as long as no driver is loaded. */
_Atomic(void *) resolve_known[ROW_COUNT];

/* In the driver; without one, what the program would have got without us: the next definition after ours. */
static void *look_up(enum row row)
{
    void *handle = atomic_load_explicit(&driver.handle, memory_order_acquire);
    if (!handle) {
        find_driver();
        handle = atomic_load_explicit(&driver.handle, memory_order_acquire);
    }
    dlsym_fn find = (dlsym_fn)atomic_load(&real_dlsym);
    void *found = find ? find(handle ? handle : RTLD_NEXT, rows[row].symbol) : NULL;
    if (found || handle)
        atomic_store_explicit(&resolve_known[row], found ? found : (void *)missing, memory_order_release);
    return found ? found : (void *)missing;
}

static void need_loader(void)
{
    if (atomic_load(&real_dlsym))
        return;
    lock_take(&loading);
    find_loader();
    lock_give(&loading);
}

void *resolve_open(const char *library, int flags)
{
    need_loader();
    return real_dlopen ? real_dlopen(library, flags) : NULL;
}

void *resolve_in(void *handle, const char *name)
{
    need_loader();
    dlsym_fn find = (dlsym_fn)atomic_load(&real_dlsym);
    return find ? find(handle, name) : NULL;
}

#ifdef ALIQUOT_TEST
void *resolve_named(const char *name)
{
    dlsym_fn find = (dlsym_fn)atomic_load(&real_dlsym);
    void *handle = atomic_load(&driver.handle);
    return find && handle ? find(handle, name) : NULL;
}
#endif

void *resolve_row(enum row row)
{
    void *known = atomic_load_explicit(&resolve_known[row], memory_order_acquire);
    return __builtin_expect(known != NULL, 1) ? known : look_up(row);
}

bool resolve_has(enum row row)
{
    return resolve_row(row) != (void *)missing;
}

void resolve_learn(enum row row, void *function)
{
    if (!resolve_has(row))
        atomic_store_explicit(&resolve_known[row], function, memory_order_release);
}

/* --- dlsym ---------------------------------------------------------------------------------------------------------- */

/* A name that no object has, for look-ups that must fail with a readable dlerror(). */
static const char *const absent_name[ROW_COUNT] = {
#define HOOK(symbol, base, version, flags) [ROW_##symbol] = #symbol " (not in the driver)",
#define CALL(symbol, base, version, flags, reason)
#define PASS(symbol, base, version, flags, reason)
#include "hooks.def"
#undef HOOK
#undef CALL
#undef PASS
};

/* A copy of the driver: in a namespace of its own, where it can't be seen, or under another name. A library that only has
 * a few functions of the driver's names is the program's own. */
static bool is_other_driver(const void *function)
{
    struct elf_image image;
    return !elf_holds(function, &image) ||
           (elf_function(&image, "cuGetExportTable") && elf_function(&image, "cuInit") && elf_function(&image, "cuMemAlloc_v2") &&
            elf_function(&image, "cuDriverGetVersion"));
}

/* What to hand out for `found`, which the loader gave for a hooked symbol: our hook only for the driver's own
 * function. For our own one (the handle's scope includes us) the driver decides whether there is such a function. */
static void *hook_for(enum row row, void *found)
{
    if (found == rows[row].hook)
        return resolve_has(row) ? found : NULL;
    if (resolve_is_driver(found))
        return rows[row].hook;
    if (found && is_other_driver(found)) {
        cards_flag(ALIQUOT_FLAG_FOREIGN_DRIVER);
        report_once(REPORT_FOREIGN_DRIVER, rows[row].symbol, " of another copy of the driver was handed out",
                    "it is not limited");
    }
    return found;
}

static void *dlsym_on_handle(void *handle, const char *name)
{
    enum row row = row_of_symbol(name);
    dlsym_fn find = (dlsym_fn)atomic_load(&real_dlsym);
    void *found = find(handle, name), *given = hook_for(row, found);
    return given || !found ? given : find(handle, absent_name[row]);
}

static void *dlvsym_on_handle(void *handle, const char *name, const char *version)
{
    enum row row = row_of_symbol(name);
    dlvsym_fn find = (dlvsym_fn)atomic_load(&real_dlvsym);
    void *found = find(handle, name, version), *given = hook_for(row, found);
    return given || !found ? given : find(handle, absent_name[row], version);
}

/* RTLD_NEXT from a library behind us, where the next definition is the driver's: the hook, which calls the driver. */
static void *hook_of(void *handle, const char *name)
{
    (void)handle;
    return rows[row_of_symbol(name)].hook;
}

static bool next_is_driver(const void *caller, const char *name)
{
    struct elf_image next;
    return elf_next_definition(caller, name, &next) && resolve_is_driver((const void *)next.low);
}

static bool holds(const struct elf_image *image, const void *address)
{
    return (uintptr_t)address >= image->low && (uintptr_t)address < image->high;
}

/* The C library's own dlsym, asked of a handle, would lead past us. Compared by hand: sanitizers replace strcmp. */
static void *ours_for(const char *name, void *found)
{
    struct elf_image home;
    bool of_loader = found && (elf_find("libc.so.6", &home) && holds(&home, found));
    of_loader = of_loader || (found && elf_find("libdl.so.2", &home) && holds(&home, found));
    if (!of_loader)
        return found;
    return name[2] == 'v' ? (void *)own_dlvsym : (void *)own_dlsym;
}

static void *loader_on_handle(void *handle, const char *name)
{
    return ours_for(name, ((dlsym_fn)atomic_load(&real_dlsym))(handle, name));
}

static void *loader_on_handle_versioned(void *handle, const char *name, const char *version)
{
    return ours_for(name, ((dlvsym_fn)atomic_load(&real_dlvsym))(handle, name, version));
}

static bool is_dlsym(const char *name)
{
    const char *rest = name + 2;
    if (name[0] != 'd' || name[1] != 'l')
        return false;
    rest += *rest == 'v';
    return rest[0] == 's' && rest[1] == 'y' && rest[2] == 'm' && !rest[3];
}

/* RTLD_NEXT and RTLD_DEFAULT depend on who calls: the trampoline jumps to the loader, which then sees the caller. */
static struct dlsym_verdict judge(void *handle, const char *name, const void *caller, void *loader, void *on_handle)
{
    if (!loader) {
        need_loader();
        loader = on_handle == (void *)dlsym_on_handle ? atomic_load(&real_dlsym) : atomic_load(&real_dlvsym);
    }
    struct dlsym_verdict pass = {loader, name};
    if (name && name[0] == 'n' && name[1] == 'v')
        return nvml_judge(handle, name, caller, loader);
    if (name && handle != RTLD_NEXT && handle != RTLD_DEFAULT && is_dlsym(name))
        return (struct dlsym_verdict){on_handle == (void *)dlsym_on_handle ? (void *)loader_on_handle
                                                                           : (void *)loader_on_handle_versioned, name};
    enum row row = name && name[0] == 'c' && name[1] == 'u' ? row_of_symbol(name) : ROW_NONE;
    if (row == ROW_NONE || !rows[row].hook)
        return pass;
    if (handle == RTLD_NEXT)
        return next_is_driver(caller, name) ? (struct dlsym_verdict){(void *)hook_of, name} : pass;
    if (handle == RTLD_DEFAULT)
        return resolve_has(row) ? pass : (struct dlsym_verdict){loader, absent_name[row]};
    return (struct dlsym_verdict){on_handle, name};
}

struct dlsym_verdict dlsym_judge(void *handle, const char *name, const void *caller)
{
    return judge(handle, name, caller, atomic_load(&real_dlsym), (void *)dlsym_on_handle);
}

struct dlsym_verdict dlvsym_judge(void *handle, const char *name, const void *caller)
{
    return judge(handle, name, caller, atomic_load(&real_dlvsym), (void *)dlvsym_on_handle);
}
