/* The objects that are loaded in this process, read by dl_iterate_phdr and from the loader's list. */
#ifndef ALIQUOT_ELF_H
#define ALIQUOT_ELF_H

#include <stdbool.h>
#include <stdint.h>

struct elf_image {
    uintptr_t base, low, high; /* load bias; [low, high) covers all its segments */
    const char *path;          /* as the loader knows it; lives as long as the object is loaded */
    const void *dynamic;
};

/* The first loaded object of this soname, in load order. */
bool elf_find(const char *soname, struct elf_image *image);
/* The same for an object that was there when the program started and stays, without any function that a sanitizer may
 * replace: from the loader's own list. base, path and dynamic are set. */
bool elf_find_early(const char *soname, struct elf_image *image);
/* The object that holds the address: false also for one of another namespace (dlmopen). */
bool elf_holds(const void *address, struct elf_image *image);
/* The first object behind the one that holds `caller`, in load order, that exports this function. */
bool elf_next_definition(const void *caller, const char *name, struct elf_image *image);
/* A function that the object exports, by its dynamic symbol table; the default version if there are several.
 * NULL when absent or not a plain function. For the few that must be found before dlsym is. */
void *elf_function(const struct elf_image *image, const char *name);

#endif
