#include "ledger.h"

#include <sys/mman.h>

#include "lock.h"

enum { SHARDS = 64, FIRST_ROOM = 128 }; /* 128 entries of 32 bytes: one page */

struct shard {
    lock_t lock;
    uint32_t room, used; /* room is a power of two; at most 3/4 used */
    struct ledger_entry *entries;
} __attribute__((aligned(64)));

static struct shard shards[SHARDS];

static uint64_t hash(enum ledger_kind kind, uint64_t key)
{
    uint64_t h = (key ^ (uint64_t)kind << 56) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 29;
}

static struct shard *shard_of(uint64_t h)
{
    return &shards[h >> 58];
}

/* Linear probing: the index of the entry, or of the empty place where it belongs. */
static uint32_t place(const struct shard *shard, uint64_t h, enum ledger_kind kind, uint64_t key)
{
    uint32_t mask = shard->room - 1, at = (uint32_t)h & mask;
    while (shard->entries[at].kind != LEDGER_EMPTY &&
           (shard->entries[at].kind != kind || shard->entries[at].key != key))
        at = (at + 1) & mask;
    return at;
}

static bool grow(struct shard *shard)
{
    struct shard bigger = {.room = shard->room ? shard->room * 2 : FIRST_ROOM};
    void *memory = mmap(NULL, bigger.room * sizeof(struct ledger_entry), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    bigger.entries = memory;
    for (uint32_t i = 0; i < shard->room; i++) {
        const struct ledger_entry *entry = &shard->entries[i];
        if (entry->kind != LEDGER_EMPTY)
            bigger.entries[place(&bigger, hash(entry->kind, entry->key), entry->kind, entry->key)] = *entry;
    }
    if (shard->entries)
        munmap(shard->entries, shard->room * sizeof(struct ledger_entry));
    shard->entries = bigger.entries;
    shard->room = bigger.room;
    return true;
}

/* Closes the gap at `at` by moving back what was displaced over it: no tombstones, so time doesn't degrade. */
static void erase(struct shard *shard, uint32_t at)
{
    uint32_t mask = shard->room - 1;
    for (uint32_t next = (at + 1) & mask; shard->entries[next].kind != LEDGER_EMPTY; next = (next + 1) & mask) {
        const struct ledger_entry *entry = &shard->entries[next];
        uint32_t home = (uint32_t)hash(entry->kind, entry->key) & mask;
        if (((next - home) & mask) >= ((next - at) & mask)) {
            shard->entries[at] = *entry;
            at = next;
        }
    }
    shard->entries[at].kind = LEDGER_EMPTY;
    shard->used--;
}

bool ledger_replace(const struct ledger_entry *entry, struct ledger_entry *replaced)
{
    uint64_t h = hash(entry->kind, entry->key);
    struct shard *shard = shard_of(h);
    lock_take(&shard->lock);
    bool room = (shard->used + 1) * 4 <= shard->room * 3 || grow(shard);
    if (room) {
        uint32_t at = place(shard, h, entry->kind, entry->key);
        *replaced = shard->entries[at];
        shard->used += replaced->kind == LEDGER_EMPTY;
        shard->entries[at] = *entry;
    }
    lock_give(&shard->lock);
    return room;
}

bool ledger_join(const struct ledger_entry *entry, bool *joined)
{
    uint64_t h = hash(entry->kind, entry->key);
    struct shard *shard = shard_of(h);
    lock_take(&shard->lock);
    bool room = (shard->used + 1) * 4 <= shard->room * 3 || grow(shard);
    if (room) {
        struct ledger_entry *known = &shard->entries[place(shard, h, entry->kind, entry->key)];
        *joined = known->kind != LEDGER_EMPTY;
        shard->used += !*joined;
        if (*joined)
            known->refs++;
        else
            *known = *entry;
    }
    lock_give(&shard->lock);
    return room;
}

bool ledger_put(const struct ledger_entry *entry)
{
    struct ledger_entry replaced;
    return ledger_replace(entry, &replaced);
}

/* The entry under the shard's lock, which the caller gives back; NULL when unknown. */
static struct ledger_entry *locked(enum ledger_kind kind, uint64_t key, struct shard **shard)
{
    uint64_t h = hash(kind, key);
    *shard = shard_of(h);
    lock_take(&(*shard)->lock);
    if (!(*shard)->room)
        return NULL;
    struct ledger_entry *entry = &(*shard)->entries[place(*shard, h, kind, key)];
    return entry->kind == LEDGER_EMPTY ? NULL : entry;
}

bool ledger_find(enum ledger_kind kind, uint64_t key, struct ledger_entry *found)
{
    struct shard *shard;
    struct ledger_entry *entry = locked(kind, key, &shard);
    if (entry)
        *found = *entry;
    lock_give(&shard->lock);
    return entry != NULL;
}

bool ledger_take(enum ledger_kind kind, uint64_t key, struct ledger_entry *taken)
{
    struct shard *shard;
    struct ledger_entry *entry = locked(kind, key, &shard);
    if (entry) {
        *taken = *entry;
        erase(shard, (uint32_t)(entry - shard->entries));
    }
    lock_give(&shard->lock);
    return entry != NULL;
}

bool ledger_refer(enum ledger_kind kind, uint64_t key, int refs, struct ledger_entry *after)
{
    struct shard *shard;
    struct ledger_entry *entry = locked(kind, key, &shard);
    if (entry) {
        entry->refs += (uint32_t)refs;
        *after = *entry;
        if (entry->refs == 0)
            erase(shard, (uint32_t)(entry - shard->entries));
    }
    lock_give(&shard->lock);
    return entry != NULL;
}

bool ledger_resize(enum ledger_kind kind, uint64_t key, uint64_t bytes, uint64_t *old)
{
    struct shard *shard;
    struct ledger_entry *entry = locked(kind, key, &shard);
    if (entry) {
        *old = entry->bytes;
        entry->bytes = bytes;
    }
    lock_give(&shard->lock);
    return entry != NULL;
}

/* Erasing moves later entries back over `at`, so the same place is looked at again. An entry that wraps round the
 * end of the table may be visited twice, never missed; visitors that remove see it once. */
static void sweep_shard(struct shard *shard, bool (*visit)(const struct ledger_entry *, void *), void *context)
{
    for (uint32_t at = 0; at < shard->room;) {
        if (shard->entries[at].kind != LEDGER_EMPTY && visit(&shard->entries[at], context))
            erase(shard, at);
        else
            at++;
    }
}

void ledger_sweep(bool (*visit)(const struct ledger_entry *entry, void *context), void *context)
{
    for (int i = 0; i < SHARDS; i++) {
        lock_take(&shards[i].lock);
        sweep_shard(&shards[i], visit, context);
        lock_give(&shards[i].lock);
    }
}

void ledger_hand_over(uint64_t from, uint64_t to, bool (*which)(const struct ledger_entry *entry))
{
    for (int i = 0; i < SHARDS; i++) {
        lock_take(&shards[i].lock);
        for (uint32_t at = 0; at < shards[i].room; at++) {
            struct ledger_entry *entry = &shards[i].entries[at];
            if (entry->kind != LEDGER_EMPTY && entry->owner == from && which(entry))
                entry->owner = to;
        }
        lock_give(&shards[i].lock);
    }
}

uint64_t ledger_count(void)
{
    uint64_t count = 0;
    for (int i = 0; i < SHARDS; i++) {
        lock_take(&shards[i].lock);
        count += shards[i].used;
        lock_give(&shards[i].lock);
    }
    return count;
}

void ledger_forget(void)
{
    for (int i = 0; i < SHARDS; i++) {
        if (shards[i].entries)
            munmap(shards[i].entries, shards[i].room * sizeof(struct ledger_entry));
        shards[i].entries = NULL;
        shards[i].room = shards[i].used = 0;
        atomic_store(&shards[i].lock.word, 0);
    }
}
