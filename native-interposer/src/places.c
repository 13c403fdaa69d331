#include "places.h"

#include <string.h>

#include "freeing.h"
#include "small.h"

enum { AT_ONCE = 256, UNITS = PAGE / SMALL_UNIT };

/* Some of the pages, in the order of their addresses. */
static struct look {
    enum ledger_kind kind;
    uint32_t units;
    uint64_t owner, after, pages[AT_ONCE]; /* none of those up to `after` */
    int count;
    bool taken[AT_ONCE][UNITS];
} look;

static bool collect(const struct ledger_entry *entry, void *unused)
{
    (void)unused;
    if (entry->kind != look.kind || entry->owner != look.owner || entry->key <= look.after ||
        (entry->refs >> LEDGER_PAGE_UNITS) + look.units > UNITS)
        return false;
    int at = look.count;
    while (at && look.pages[at - 1] > entry->key)
        at--;
    if (at == AT_ONCE)
        return false;
    int moved = (look.count < AT_ONCE ? look.count : AT_ONCE - 1) - at;
    memmove(&look.pages[at + 1], &look.pages[at], (size_t)moved * sizeof look.pages[0]);
    look.pages[at] = entry->key;
    look.count += look.count < AT_ONCE;
    return false;
}

/* Its index, or -1. */
static int find_page(uint64_t page)
{
    int low = 0, high = look.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (look.pages[middle] < page)
            low = middle + 1;
        else
            high = middle;
    }
    return low < look.count && look.pages[low] == page ? low : -1;
}

static bool mark(const struct ledger_entry *entry, void *unused)
{
    (void)unused;
    CUdeviceptr address = entry->key;
    uint32_t units = small_units(entry->bytes);
    if (entry->kind == LEDGER_FREEING)
        units = freeing_small(entry, &address);
    else if (entry->kind != LEDGER_LEAVING && (entry->kind != LEDGER_BLOCK || !small_is(entry->bytes)))
        return false;
    int page = units ? find_page(address / PAGE) : -1;
    uint64_t from = address % PAGE / SMALL_UNIT;
    if (page >= 0)
        memset(&look.taken[page][from], true, from + units > UNITS ? UNITS - from : units);
    return false;
}

static bool has_row(const bool *taken)
{
    uint32_t row = 0;
    for (int i = 0; i < UNITS && row < look.units; i++)
        row = taken[i] ? 0 : row + 1;
    return row == look.units;
}

bool places_find(const void *context, enum ledger_kind kind, uint32_t units)
{
    look.kind = kind;
    look.units = units;
    look.owner = (uintptr_t)context;
    look.after = 0;
    do {
        look.count = 0;
        ledger_sweep(collect, NULL);
        memset(look.taken, false, sizeof look.taken[0] * (size_t)look.count);
        if (look.count)
            ledger_sweep(mark, NULL);
        for (int i = 0; i < look.count; i++)
            if (has_row(look.taken[i]))
                return true;
        look.after = look.count ? look.pages[look.count - 1] : 0;
    } while (look.count == AT_ONCE);
    return false;
}
