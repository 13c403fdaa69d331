#include "leftovers.h"

#include <sys/mman.h>

#include "charge.h"
#include "freeing.h"
#include "pools.h"
#include "small.h"

#define HEIR (1ull << 63) /* no context has such an address */

static _Atomic uint64_t last_heir = HEIR;

bool leftovers_are(const struct ledger_entry *entry)
{
    return entry->owner >= HEIR;
}

static bool ends_with_context(const struct ledger_entry *entry)
{
    return entry->kind == LEDGER_BLOCK || small_is_page(entry) || entry->kind == LEDGER_ARRAY || entry->kind == LEDGER_CODE ||
           entry->kind == LEDGER_HOST || entry->kind == LEDGER_FREEING;
}

void leftovers_set_aside(struct leftovers *left, const struct ledger_entry *context)
{
    left->context = *context;
    left->heir = atomic_fetch_add(&last_heir, 1) + 1;
    current_changed(); /* another context may come by this address */
    small_hand_over(context->key, left->heir, ends_with_context);
    for (unsigned limit = 0; limit < CONTEXT_LIMITS; limit++)
        if (!ledger_take(LEDGER_LIMIT, context->key | limit, &left->limits[limit]))
            left->limits[limit].kind = LEDGER_EMPTY;
}

struct ended {
    uint64_t heir, count, room;
    struct ledger_entry *entries;
};

static bool is_its(const struct ledger_entry *entry, const struct ended *ended)
{
    return entry->owner == ended->heir && ends_with_context(entry) && !small_is_page(entry);
}

static bool tally(const struct ledger_entry *entry, void *data)
{
    struct ended *ended = data;
    ended->count += is_its(entry, ended);
    return false;
}

static bool take(const struct ledger_entry *entry, void *data)
{
    struct ended *ended = data;
    if (ended->count == ended->room || !is_its(entry, ended))
        return false;
    ended->entries[ended->count++] = *entry;
    return true;
}

static void end(const struct ledger_entry *entry)
{
    if (entry->kind == LEDGER_FREEING)
        freeing_end(entry);
    else
        charge_give_back(entry);
}

enum { FEW = 64 };

/* In one go: the ledger is swept as a whole. Without memory for that, in as many as it takes. */
static void end_all(uint64_t heir)
{
    struct ledger_entry few[FEW];
    struct ended ended = {.heir = heir};
    ledger_sweep(tally, &ended);
    size_t size = ended.count * sizeof *few;
    void *many = ended.count > FEW ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    ended.entries = many == MAP_FAILED ? few : many;
    ended.room = many == MAP_FAILED ? FEW : ended.count;
    do {
        ended.count = 0;
        ledger_sweep(take, &ended);
        for (uint64_t i = 0; i < ended.count; i++)
            end(&ended.entries[i]);
    } while (ended.count == ended.room);
    if (many != MAP_FAILED)
        munmap(many, size);
}

void leftovers_end(const struct leftovers *left)
{
    struct share *share = card_share(left->context.device);
    uint64_t hidden = left->context.bytes;
    end_all(left->heir);
    small_end_pages(left->heir, share);
    for (int limit = 0; limit < CONTEXT_LIMITS; limit++)
        if (left->limits[limit].kind != LEDGER_EMPTY)
            hidden += left->limits[limit].bytes;
    current_changed();
    if (!share)
        return;
    share_hide(share, -(int64_t)hidden);
    pools_observe();
}

void leftovers_return(const struct leftovers *left)
{
    small_hand_over(left->heir, left->context.key, ends_with_context);
    for (int limit = 0; limit < CONTEXT_LIMITS; limit++)
        if (left->limits[limit].kind != LEDGER_EMPTY)
            ledger_put(&left->limits[limit]);
    current_put(&left->context);
}
