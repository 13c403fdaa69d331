#include "physical.h"

lock_t physical_lock;

static _Atomic uint64_t last_number;
static _Atomic int bound;

bool physical_hold(CUmemGenericAllocationHandle handle, uint64_t number)
{
    return ledger_put(&(struct ledger_entry){.kind = LEDGER_HANDLE, .key = handle, .owner = number, .refs = 1});
}

bool physical_new(CUmemGenericAllocationHandle handle, CUdevice card, uint64_t bytes)
{
    uint64_t number = atomic_fetch_add(&last_number, 1) + 1;
    struct ledger_entry gone;
    if (!charge_enter(LEDGER_PHYSICAL, number, card, bytes, NULL))
        return false;
    if (physical_hold(handle, number))
        return true;
    ledger_take(LEDGER_PHYSICAL, number, &gone);
    return false;
}

uint64_t physical_of_handle(CUmemGenericAllocationHandle handle)
{
    struct ledger_entry held;
    return ledger_find(LEDGER_HANDLE, handle, &held) ? held.owner : 0;
}

#define HOLDER (1ull << 63) /* no handle or address is that large */

bool physical_new_multicast(CUmemGenericAllocationHandle handle)
{
    return physical_new(handle, 0, 0);
}

uint64_t physical_holder(CUmemGenericAllocationHandle multicast)
{
    uint64_t number = physical_of_handle(multicast);
    return number ? HOLDER | number : multicast;
}

struct containing {
    uint64_t address, number;
};

static bool contains(const struct ledger_entry *entry, void *context)
{
    struct containing *search = context;
    if (entry->kind == LEDGER_MAPPING && search->address - entry->key < entry->bytes)
        search->number = entry->owner;
    return false;
}

uint64_t physical_of_address(CUdeviceptr address)
{
    struct containing search = {.address = address};
    ledger_sweep(contains, &search);
    return search.number;
}

void physical_refer(uint64_t number, int refs)
{
    struct ledger_entry memory;
    if (!number || !ledger_refer(LEDGER_PHYSICAL, number, refs, &memory) || memory.refs)
        return;
    struct share *share = card_share(memory.device);
    if (!memory.bytes)
        physical_unbind(HOLDER | number, -1, 0, UINT64_MAX);
    else if (share)
        share_release(share, memory.bytes);
}

/* --- bindings ------------------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t holder, CUdevice card, uint64_t place)
{
    uint64_t h = (holder * 0x9e3779b97f4a7c15ull) ^ (place + (uint64_t)card) * 0xff51afd7ed558ccdull;
    return h ^ h >> 31;
}

struct binding {
    uint64_t holder, from, to;
    CUdevice card;
    uint64_t numbers[64];
    int count;
};

/* Places count in units of 64 KiB, the smallest granularity of physical memory. */
bool physical_bind(uint64_t holder, CUdevice card, uint64_t place, uint64_t number)
{
    struct ledger_entry entry = {.kind = LEDGER_BOUND, .key = mix(holder, card, place), .bytes = holder, .owner = number,
                                 .refs = (uint32_t)(place >> 16), .device = (uint16_t)card}, lost;
    if (!number)
        return true;
    if (!ledger_replace(&entry, &lost))
        return false;
    physical_refer(number, 1);
    if (lost.kind != LEDGER_EMPTY)
        physical_refer(lost.owner, -1);
    else
        atomic_fetch_add(&bound, 1);
    return true;
}

static bool is_bound(const struct ledger_entry *entry, void *context)
{
    struct binding *wanted = context;
    if (entry->kind != LEDGER_BOUND || entry->bytes != wanted->holder || wanted->count == 64 ||
        (wanted->card >= 0 && entry->device != wanted->card) || entry->refs < wanted->from >> 16 ||
        entry->refs >= (wanted->to >> 16))
        return false;
    wanted->numbers[wanted->count++] = entry->owner;
    return true;
}

void physical_unbind(uint64_t holder, CUdevice card, uint64_t from, uint64_t to)
{
    struct binding wanted = {.holder = holder, .from = from, .to = to, .card = card};
    do {
        wanted.count = 0;
        ledger_sweep(is_bound, &wanted);
        atomic_fetch_sub(&bound, wanted.count);
        for (int i = 0; i < wanted.count; i++)
            physical_refer(wanted.numbers[i], -1);
    } while (wanted.count == 64);
}

bool physical_is_bound(void)
{
    return atomic_load_explicit(&bound, memory_order_relaxed) != 0;
}

void physical_forget(void)
{
    atomic_store(&physical_lock.word, 0);
    atomic_store(&bound, 0);
}
