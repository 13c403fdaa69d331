/* Where a page that small blocks share has a place for one more: worked out from the ledger, which has the address and size
 * of each. That takes as long as the ledger is; it is asked only where no new page fits. */
#ifndef ALIQUOT_PLACES_H
#define ALIQUOT_PLACES_H

#include "ledger.h"

/* Whether a page of that kind and context has as many bytes free in a row. Pages with a block that is freed in stream order
 * have none: nobody knows whether the driver has it still. One thread at a time. */
bool places_find(const void *context, enum ledger_kind kind, uint64_t bytes);

#endif
