/* The table of all entry points of a simulated library: one row per exported symbol, in the order of the list
 * in data/ (so the index of a row is the value of SIM_<symbol>). */
#ifndef SIM_SYMBOLS_H
#define SIM_SYMBOLS_H

#include <stdint.h>

enum sim_symbol {
#include "symbols.enum"
    SIM_SYMBOLS
};

struct sim_row {
    const char *base;    /* name asked of cuGetProcAddress */
    int version;         /* introduced with, 1000 * major + 10 * minor */
    int flags;           /* 2 = per-thread default stream variant */
    const char *symbol;  /* exported name */
    void (*entry)(void);
    void (*stub)(void);   /* equal to entry's code when the symbol only answers NOT_SUPPORTED */
    void (*second)(void); /* another address that does the same */
};

extern const struct sim_row sim_rows[SIM_SYMBOLS];

/* Index of an exported name, or -1. */
int sim_symbol_index(const char *symbol);
/* Index by address of an entry (first or second address), or -1. */
int sim_symbol_at(const void *address);

#endif
