#include "charge.h"

#include "pools.h"
#include "small.h"

uint64_t charge_size(uint64_t bytes)
{
    uint64_t unit = small_is(bytes) ? SMALL_UNIT : PAGE;
    return bytes > UINT64_MAX - unit ? UINT64_MAX : (bytes + unit - 1) / unit * unit;
}

bool charge_try(struct share *share, CUdevice card, uint64_t bytes)
{
    return share_reserve(share, bytes) || (pools_shrink(card) && share_reserve(share, bytes));
}

bool charge_reserve(struct share *share, CUdevice card, uint64_t bytes)
{
    if (charge_try(share, card, bytes))
        return true;
    share_refused(share);
    return false;
}

bool charge_reserve_hidden(struct share *share, CUdevice card, uint64_t bytes)
{
    if (share_reserve_hidden(share, bytes) || (pools_shrink(card) && share_reserve_hidden(share, bytes)))
        return true;
    share_refused(share);
    return false;
}

bool charge_change(struct share *share, CUdevice card, uint64_t from, uint64_t to)
{
    if (to < from)
        share_release(share, from - to);
    return to <= from || charge_reserve(share, card, to - from);
}

void charge_give_back(const struct ledger_entry *block)
{
    struct share *share = card_share(block->device);
    if (block->kind == LEDGER_BLOCK && small_is(block->bytes))
        small_end(block->key, small_units(block->bytes), block->device, block->refs);
    else if (share && block->kind == LEDGER_HOST)
        share_host(share, -(int64_t)block->bytes);
    else if (share && block->kind == LEDGER_CODE)
        share_hide(share, -(int64_t)block->bytes);
    else if (share)
        share_release(share, block->bytes);
}

bool charge_enter(enum ledger_kind kind, uint64_t key, CUdevice card, uint64_t bytes, const void *owner)
{
    struct ledger_entry entry = {.kind = (uint16_t)kind, .key = key, .device = (uint16_t)card,
                                 .bytes = bytes, .owner = (uintptr_t)owner, .refs = 1}, lost;
    if (!ledger_replace(&entry, &lost))
        return false;
    if (lost.kind == LEDGER_BLOCK || lost.kind == LEDGER_ARRAY || lost.kind == LEDGER_HOST || lost.kind == LEDGER_CODE)
        charge_give_back(&lost);
    return true;
}

bool charge_begin_free(enum ledger_kind kind, uint64_t key, struct ledger_entry *block)
{
    return kind == LEDGER_BLOCK ? small_begin_free(key, block) : ledger_take(kind, key, block);
}

void charge_end_free(const struct ledger_entry *block, CUresult result)
{
    if (block->kind == LEDGER_BLOCK && small_is(block->bytes))
        small_end_free(block, result);
    else if (result == CUDA_SUCCESS)
        charge_give_back(block);
    else
        ledger_put(block); /* there is room: it has just been taken out */
}
