/* The rows of hooks.def as numbers and as a table. */
#ifndef ALIQUOT_ROWS_H
#define ALIQUOT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

enum row {
#define HOOK(symbol, base, version, flags) ROW_##symbol,
#define CALL(symbol, base, version, flags, reason) ROW_##symbol,
#define PASS(symbol, base, version, flags, reason) ROW_##symbol,
#include "hooks.def"
#undef HOOK
#undef CALL
#undef PASS
    ROW_COUNT,
    ROW_NONE = ROW_COUNT
};

#define ROWS_LAST_VERSION 13000 /* of the toolkit that the rows were made from */

struct row_info {
    const char *symbol, *base;
    uint32_t version;
    uint32_t flags; /* 0, or 2 for per-thread default streams */
    void *hook;     /* NULL: passed */
};
extern const struct row_info rows[ROW_COUNT];

/* By symbol name; ROW_NONE for unknown names. */
enum row row_of_symbol(const char *name);
/* First row of a base name, then the others of the same base; ROW_NONE at the end. */
enum row row_of_base(const char *base);
enum row row_next_of_base(enum row row);

#endif
