/* Where a page that small blocks share has a place for one more: worked out from the ledger, which has the address and size
 * of each. That takes as long as the ledger is; it is asked only where no new page fits. */
#ifndef ALIQUOT_PLACES_H
#define ALIQUOT_PLACES_H

#include "ledger.h"

/* Whether a page of that kind and context has as many units of 512 bytes free in a row. What is freed in stream order, or just
 * being freed, is not free. One thread at a time, while no other enters or takes out small blocks. */
bool places_find(const void *context, enum ledger_kind kind, uint32_t units);

#endif
