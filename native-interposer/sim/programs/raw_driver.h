#ifndef SIM_RAW_DRIVER_H
#define SIM_RAW_DRIVER_H

#include <dlfcn.h>
#include <link.h>
#include <string.h>

/* The driver's own function, past dlsym and the exported hooks; NULL where the driver is no library of its own. */
static inline void *raw_driver_function(const char *name)
{
    struct link_map *map = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (!map)
        return NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *strings = NULL;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag; d++) {
        if (d->d_tag == DT_SYMTAB)
            symbols = (void *)d->d_un.d_ptr;
        if (d->d_tag == DT_STRTAB)
            strings = (void *)d->d_un.d_ptr;
    }
    for (const ElfW(Sym) *s = symbols + 1; (const char *)s < strings; s++)
        if (s->st_shndx && strcmp(strings + s->st_name, name) == 0)
            return (void *)(map->l_addr + s->st_value);
    return NULL;
}

#endif
