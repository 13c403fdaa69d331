/* cuGetProcAddress: which function answers. Policy over the rows; the driver's pointer decides. */
#ifndef ALIQUOT_ROUTE_H
#define ALIQUOT_ROUTE_H

#include <stdint.h>

/* The function to hand out where the driver gave `pointer` for (base, version, flags): the hook of the symbol that
 * the pointer is, or the pointer itself. driver_version: of cuDriverGetVersion. *unrouted is set when the base is
 * hooked but nobody can tell which symbol the pointer is. */
void *route(const char *base, int version, uint64_t flags, void *pointer, int driver_version, int *unrouted);

#endif
