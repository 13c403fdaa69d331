#include "symbols.h"

#include <string.h>

#include "symbols.declare"

const struct sim_row sim_rows[SIM_SYMBOLS] = {
#include "symbols.rows"
};

/* The lists are sorted by (base, version), not by symbol; a linear scan is good enough for control calls, the hot
 * path uses the SIM_<symbol> constants. */
int sim_symbol_index(const char *symbol)
{
    for (int i = 0; symbol && i < SIM_SYMBOLS; i++)
        if (strcmp(sim_rows[i].symbol, symbol) == 0)
            return i;
    return -1;
}

int sim_symbol_at(const void *address)
{
    for (int i = 0; i < SIM_SYMBOLS; i++)
        if ((const void *)sim_rows[i].entry == address || (const void *)sim_rows[i].second == address)
            return i;
    return -1;
}
