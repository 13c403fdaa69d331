#include "route.h"

#include <stddef.h>

#include "resolve.h"

/* The row that the driver means by (base, version, flags): the newest one that it has (or that is in the list, for a
 * driver whose symbol table says nothing) and that isn't newer than asked; among equals the one for per-thread streams
 * if asked for. */
static enum row expected_row(const char *base, uint32_t version, bool per_thread, bool listed_is_enough)
{
    enum row best = ROW_NONE;
    for (enum row row = row_of_base(base); row != ROW_NONE; row = row_next_of_base(row)) {
        const struct row_info *info = &rows[row];
        if (info->version > version || (info->flags && !per_thread) ||
            (!listed_is_enough && !resolve_has(row)))
            continue;
        if (best == ROW_NONE || info->version > rows[best].version ||
            (info->version == rows[best].version && info->flags > rows[best].flags))
            best = row;
    }
    return best;
}

/* Among aliases (one function under several names) the expected row, else one of the base, else any hooked one. */
static enum row row_of_pointer(const char *base, enum row expected, const void *pointer)
{
    if (expected != ROW_NONE && resolve_row(expected) == pointer)
        return expected;
    for (enum row row = row_of_base(base); row != ROW_NONE; row = row_next_of_base(row))
        if (resolve_row(row) == pointer)
            return row;
    for (enum row row = 0; row < ROW_COUNT; row++)
        if (rows[row].hook && resolve_row(row) == pointer)
            return row;
    return ROW_NONE;
}

static bool is_ours(const void *pointer)
{
    for (enum row row = 0; row < ROW_COUNT; row++)
        if (rows[row].hook == pointer)
            return true;
    return false;
}

static bool base_is_hooked(const char *base)
{
    for (enum row row = row_of_base(base); row != ROW_NONE; row = row_next_of_base(row))
        if (rows[row].hook)
            return true;
    return false;
}

/* A driver whose cuGetProcAddress gives functions without a name in its symbol table. The row is certain while
 * neither the program asks for, nor the driver has, anything newer than the rows know. */
static void *fall_back(const char *base, uint32_t version, bool per_thread, uint32_t driver_version, void *pointer,
                       int *unrouted)
{
    uint32_t newest = version < driver_version ? version : driver_version;
    enum row row = ROW_NONE;
    if (newest <= ROWS_LAST_VERSION)
        row = expected_row(base, newest, per_thread, true);
    if (row == ROW_NONE) {
        *unrouted = 1;
        return pointer;
    }
    if (!rows[row].hook)
        return pointer;
    resolve_learn(row, pointer);
    return rows[row].hook;
}

void *route(const char *base, int version, uint64_t flags, void *pointer, int driver_version, int *unrouted)
{
    *unrouted = 0;
    if (!pointer || is_ours(pointer))
        return pointer;
    bool per_thread = (flags & 2) != 0;
    uint32_t asked = version < 0 ? 0 : (uint32_t)version;
    enum row row = row_of_pointer(base, expected_row(base, asked, per_thread, false), pointer);
    if (row != ROW_NONE)
        return rows[row].hook ? rows[row].hook : pointer;
    if (!base_is_hooked(base))
        return pointer;
    return fall_back(base, asked, per_thread, driver_version < 0 ? 0 : (uint32_t)driver_version, pointer, unrouted);
}
