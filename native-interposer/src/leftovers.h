/* What ends with a context: the blocks, arrays, code and host memory that were made in it, and its raised limits.
 * All of it is set aside before the driver is asked to end the context, because the driver may give the addresses of
 * blocks and of the context itself out again at once. Afterwards it has ended, or everything is as it was. */
#ifndef ALIQUOT_LEFTOVERS_H
#define ALIQUOT_LEFTOVERS_H

#include "charge.h"

enum { CONTEXT_LIMITS = 4 }; /* limits of a context that take memory: LEDGER_LIMIT */

struct leftovers {
    struct ledger_entry context, limits[CONTEXT_LIMITS];
    uint64_t heir; /* owner of what is set aside */
};

/* `context` has been taken out of the ledger. */
void leftovers_set_aside(struct leftovers *left, const struct ledger_entry *context);
/* The entry is set aside: driver's handles in it may be gone. */
bool leftovers_are(const struct ledger_entry *entry);
/* The context has ended: its bytes and those of everything in it go back. */
void leftovers_end(const struct leftovers *left);
/* The driver kept the context: it is known again, with all that was in it. */
void leftovers_return(const struct leftovers *left);

#endif
