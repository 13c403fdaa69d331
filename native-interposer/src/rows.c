#include "rows.h"

#include <string.h>

#include "cuda_api.h"
#include "fork.h"
#include "lock.h"

const struct row_info rows[ROW_COUNT] = {
#define HOOK(symbol, base, version, flags) [ROW_##symbol] = {#symbol, #base, version, flags, (void *)symbol},
#define CALL(symbol, base, version, flags, reason) [ROW_##symbol] = {#symbol, #base, version, flags, 0},
#define PASS(symbol, base, version, flags, reason) [ROW_##symbol] = {#symbol, #base, version, flags, 0},
#include "hooks.def"
#undef HOOK
#undef CALL
#undef PASS
};

enum { BUCKETS = 2048 }; /* 634 symbols and 447 bases: short probes */

/* Filled at the first look-up; row + 1, 0 = empty. */
static uint16_t symbol_bucket[BUCKETS], base_bucket[BUCKETS], next_of_base[ROW_COUNT];
static _Atomic int filled;
static lock_t filling;

static uint32_t hash(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h ^ h >> 15;
}

static uint16_t *bucket_of(uint16_t *buckets, const char *name, bool by_base)
{
    uint32_t at = hash(name) % BUCKETS;
    while (buckets[at]) {
        const struct row_info *row = &rows[buckets[at] - 1];
        if (strcmp(by_base ? row->base : row->symbol, name) == 0)
            break;
        at = (at + 1) % BUCKETS;
    }
    return &buckets[at];
}

static void fill(void)
{
    lock_take(&filling);
    if (!atomic_load_explicit(&filled, memory_order_relaxed)) {
        for (uint16_t row = 0; row < ROW_COUNT; row++) {
            *bucket_of(symbol_bucket, rows[row].symbol, false) = (uint16_t)(row + 1);
            uint16_t *first = bucket_of(base_bucket, rows[row].base, true);
            next_of_base[row] = *first;
            *first = (uint16_t)(row + 1);
        }
        atomic_store_explicit(&filled, 1, memory_order_release);
    }
    lock_give(&filling);
}

void rows_after_fork(void)
{
    atomic_store(&filling.word, 0);
}

static enum row find(uint16_t *buckets, const char *name, bool by_base)
{
    if (!atomic_load_explicit(&filled, memory_order_acquire))
        fill();
    uint16_t found = *bucket_of(buckets, name, by_base);
    return found ? (enum row)(found - 1) : ROW_NONE;
}

enum row row_of_symbol(const char *name)
{
    return find(symbol_bucket, name, false);
}

enum row row_of_base(const char *base)
{
    return find(base_bucket, base, true);
}

enum row row_next_of_base(enum row row)
{
    return next_of_base[row] ? (enum row)(next_of_base[row] - 1) : ROW_NONE;
}
