/* The ledger against a plain array as its model. */
#include <pthread.h>

#include "harness.h"
#include "ledger.h"

static struct ledger_entry block(uint64_t key, uint64_t bytes)
{
    return (struct ledger_entry){.kind = LEDGER_BLOCK, .key = key, .bytes = bytes, .refs = 1};
}

UNIT(an_unknown_key_is_not_found)
{
    struct ledger_entry found;
    CHECK(!ledger_find(LEDGER_BLOCK, 1, &found));
    CHECK(!ledger_take(LEDGER_BLOCK, 1, &found));
    CHECK(!ledger_refer(LEDGER_HANDLE, 1, 1, &found));
}

UNIT(the_same_number_of_two_kinds_is_two_entries)
{
    struct ledger_entry a = block(7, 1), b = a, found;
    b.kind = LEDGER_ARRAY;
    b.bytes = 2;
    CHECK(ledger_put(&a) && ledger_put(&b));
    CHECK(ledger_take(LEDGER_ARRAY, 7, &found));
    CHECK_EQ(found.bytes, 2);
    CHECK(ledger_find(LEDGER_BLOCK, 7, &found));
    CHECK_EQ(found.bytes, 1);
}

UNIT(putting_a_key_again_replaces_it)
{
    struct ledger_entry a = block(7, 1), b = block(7, 2), found;
    ledger_put(&a);
    ledger_put(&b);
    CHECK_EQ(ledger_count(), 1);
    CHECK(ledger_find(LEDGER_BLOCK, 7, &found));
    CHECK_EQ(found.bytes, 2);
}

UNIT(an_entry_ends_with_its_last_reference)
{
    struct ledger_entry a = block(9, 5), after;
    a.kind = LEDGER_HANDLE;
    ledger_put(&a);
    CHECK(ledger_refer(LEDGER_HANDLE, 9, 2, &after));
    CHECK_EQ(after.refs, 3);
    CHECK(ledger_refer(LEDGER_HANDLE, 9, -3, &after));
    CHECK_EQ(after.refs, 0);
    CHECK(!ledger_find(LEDGER_HANDLE, 9, &after));
}

enum { KEYS = 3000, STEPS = 400000 };

UNIT(random_steps_agree_with_a_model)
{
    static uint64_t model[KEYS];
    uint64_t seed = 12345, live = 0;
    for (int i = 0; i < STEPS; i++) {
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        uint64_t key = (seed >> 33) % KEYS;
        struct ledger_entry entry = block(key * 512, i + 1), found;
        if (seed >> 63) {
            live += model[key] == 0;
            model[key] = entry.bytes;
            if (!CHECK(ledger_put(&entry)))
                return;
        } else {
            bool known = ledger_take(LEDGER_BLOCK, entry.key, &found);
            if (!CHECK_EQ(known, model[key] != 0) || (known && !CHECK_EQ(found.bytes, model[key])))
                return;
            live -= known;
            model[key] = 0;
        }
    }
    CHECK_EQ(ledger_count(), live);
}

static bool owned_by(const struct ledger_entry *entry, void *owner)
{
    return entry->owner == *(uint64_t *)owner;
}

UNIT(a_sweep_removes_exactly_what_it_is_told)
{
    uint64_t owner = 3;
    struct ledger_entry found;
    for (uint64_t i = 0; i < 100000; i++) {
        struct ledger_entry entry = block(i, 1);
        entry.owner = i % 5;
        ledger_put(&entry);
    }
    ledger_sweep(owned_by, &owner);
    CHECK_EQ(ledger_count(), 80000);
    for (uint64_t i = 0; i < 100000; i++)
        if (ledger_find(LEDGER_BLOCK, i, &found) != (i % 5 != 3))
            CHECK(!"an entry is wrong");
}

UNIT(forgetting_leaves_nothing)
{
    struct ledger_entry a = block(1, 1), found;
    ledger_put(&a);
    ledger_forget();
    CHECK_EQ(ledger_count(), 0);
    CHECK(!ledger_find(LEDGER_BLOCK, 1, &found));
    CHECK(ledger_put(&a));
}

static void *churn(void *argument)
{
    uint64_t base = (uint64_t)(uintptr_t)argument << 32;
    for (uint64_t i = 0; i < 20000; i++) {
        struct ledger_entry entry = block(base + i % 64 * 4096, i + 1), found;
        ledger_put(&entry);
        if (!ledger_take(LEDGER_BLOCK, entry.key, &found) || found.bytes != i + 1)
            CHECK(!"another thread touched my entry");
    }
    return NULL;
}

UNIT(threads_do_not_lose_entries)
{
    pthread_t threads[8];
    for (uintptr_t i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, churn, (void *)i);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    CHECK_EQ(ledger_count(), 0);
}
