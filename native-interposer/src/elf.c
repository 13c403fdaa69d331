#include "elf.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <sys/auxv.h>
/* This file runs inside the first dlsym of a process, which may be a sanitizer's while it sets itself up: functions of
 * libc that it replaces can't be called yet. So no function of <string.h>. */
static bool same(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        ;
    return *a == *b;
}

static bool is_path(const char *name)
{
    while (*name && *name != '/')
        name++;
    return *name == '/';
}

struct tables {
    const ElfW(Sym) *symbols;
    const char *strings;
    const uint32_t *gnu_hash, *old_hash;
    const ElfW(Half) *versions;
    const char *soname;
};

/* glibc relocates the pointers of the dynamic section; others (and a few architectures) leave offsets. */
static const void *address(const struct elf_image *image, ElfW(Addr) value)
{
    return (const void *)(value < image->base ? image->base + value : value);
}

static struct tables read_tables(const struct elf_image *image)
{
    struct tables t = {0};
    ElfW(Addr) soname = 0;
    bool named = false;
    for (const ElfW(Dyn) *d = image->dynamic; d && d->d_tag != DT_NULL; d++) {
        switch (d->d_tag) {
        case DT_SYMTAB: t.symbols = address(image, d->d_un.d_ptr); break;
        case DT_STRTAB: t.strings = address(image, d->d_un.d_ptr); break;
        case DT_GNU_HASH: t.gnu_hash = address(image, d->d_un.d_ptr); break;
        case DT_HASH: t.old_hash = address(image, d->d_un.d_ptr); break;
        case DT_VERSYM: t.versions = address(image, d->d_un.d_ptr); break;
        case DT_SONAME: soname = d->d_un.d_val; named = true; break;
        default: break;
        }
    }
    t.soname = named && t.strings ? t.strings + soname : NULL;
    return t;
}

static struct elf_image image_of(const struct dl_phdr_info *info)
{
    struct elf_image image = {.base = info->dlpi_addr, .path = info->dlpi_name, .low = UINTPTR_MAX};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_DYNAMIC)
            image.dynamic = (const void *)start;
        if (segment->p_type != PT_LOAD)
            continue;
        if (start < image.low)
            image.low = start;
        if (start + segment->p_memsz > image.high)
            image.high = start + segment->p_memsz;
    }
    return image;
}

struct search {
    const char *soname;
    const void *address;
    struct elf_image found;
};

static int by_soname(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct search *search = context;
    struct elf_image image = image_of(info);
    /* the kernel's own object has no name in the file system and its tables are not relocated */
    if (!image.dynamic || !info->dlpi_name || !is_path(info->dlpi_name))
        return 0;
    struct tables tables = read_tables(&image);
    if (!tables.soname || !same(tables.soname, search->soname))
        return 0;
    search->found = image;
    return 1;
}

static int by_address(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct search *search = context;
    uintptr_t wanted = (uintptr_t)search->address;
    search->found = image_of(info);
    return wanted >= search->found.low && wanted < search->found.high;
}

bool elf_find(const char *soname, struct elf_image *image)
{
    struct search search = {.soname = soname};
    if (!dl_iterate_phdr(by_soname, &search))
        return false;
    *image = search.found;
    return true;
}

/* The loader writes the address of its list into the dynamic section of the program (DT_DEBUG, for debuggers). */
static const struct link_map *first_object(void)
{
    const ElfW(Phdr) *headers = (const void *)getauxval(AT_PHDR);
    size_t count = getauxval(AT_PHNUM);
    uintptr_t base = 0;
    const ElfW(Dyn) *dynamic = NULL;
    for (size_t i = 0; headers && i < count; i++)
        if (headers[i].p_type == PT_PHDR)
            base = (uintptr_t)headers - headers[i].p_vaddr;
    for (size_t i = 0; headers && i < count; i++)
        if (headers[i].p_type == PT_DYNAMIC)
            dynamic = (const void *)(base + headers[i].p_vaddr);
    for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++)
        if (dynamic->d_tag == DT_DEBUG && dynamic->d_un.d_ptr)
            return ((const struct r_debug *)dynamic->d_un.d_ptr)->r_map;
    return NULL;
}

bool elf_find_early(const char *soname, struct elf_image *image)
{
    for (const struct link_map *object = first_object(); object; object = object->l_next) {
        if (!object->l_ld || !object->l_name || !is_path(object->l_name))
            continue;
        *image = (struct elf_image){.base = object->l_addr, .path = object->l_name, .dynamic = object->l_ld};
        struct tables tables = read_tables(image);
        if (tables.soname && same(tables.soname, soname))
            return true;
    }
    return false;
}

bool elf_holds(const void *wanted, struct elf_image *image)
{
    struct search search = {.address = wanted};
    bool held = dl_iterate_phdr(by_address, &search) != 0;
    *image = search.found;
    return held;
}

static bool matches(const struct tables *t, uint32_t index, const char *name)
{
    const ElfW(Sym) *symbol = &t->symbols[index];
    if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC)
        return false;
    if (t->versions && t->versions[index] & 0x8000) /* not the default version */
        return false;
    return same(t->strings + symbol->st_name, name);
}

static uint32_t gnu_hash(const char *name)
{
    uint32_t h = 5381;
    for (; *name; name++)
        h = h * 33 + (unsigned char)*name;
    return h;
}

/* Table: buckets, first hashed symbol, words of the bloom filter, its shift; filter; buckets; one hash per symbol,
 * whose lowest bit ends a chain. */
static uint32_t find_gnu(const struct tables *t, const char *name)
{
    uint32_t buckets = t->gnu_hash[0], first = t->gnu_hash[1], words = t->gnu_hash[2];
    const uint32_t *bucket = t->gnu_hash + 4 + words * (sizeof(ElfW(Addr)) / 4), *hashes = bucket + buckets;
    uint32_t wanted = gnu_hash(name), index = buckets ? bucket[wanted % buckets] : 0;
    for (; index >= first && index; index++) {
        uint32_t h = hashes[index - first];
        if ((h | 1) == (wanted | 1) && matches(t, index, name))
            return index;
        if (h & 1)
            break;
    }
    return 0;
}

static uint32_t find_old(const struct tables *t, const char *name)
{
    for (uint32_t index = 1; index < t->old_hash[1]; index++)
        if (matches(t, index, name))
            return index;
    return 0;
}

void *elf_function(const struct elf_image *image, const char *name)
{
    struct tables t = read_tables(image);
    if (!t.symbols || !t.strings)
        return NULL;
    uint32_t index = t.gnu_hash ? find_gnu(&t, name) : t.old_hash ? find_old(&t, name) : 0;
    return index ? (void *)(image->base + t.symbols[index].st_value) : NULL;
}

struct next {
    const char *name;
    uintptr_t caller;
    bool passed;
    struct elf_image found;
};

static int by_order(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct next *next = context;
    struct elf_image image = image_of(info);
    if (!next->passed) {
        next->passed = next->caller >= image.low && next->caller < image.high;
        return 0;
    }
    if (!image.dynamic || !info->dlpi_name || !is_path(info->dlpi_name) || !elf_function(&image, next->name))
        return 0;
    next->found = image;
    return 1;
}

bool elf_next_definition(const void *caller, const char *name, struct elf_image *image)
{
    struct next next = {.name = name, .caller = (uintptr_t)caller};
    if (!dl_iterate_phdr(by_order, &next))
        return false;
    *image = next.found;
    return true;
}
