/* What this process holds on its cards: from a driver's handle or address to the bytes it was charged.
 * Policy only: keys are numbers. Sharded hash tables in mapped memory (the host program's malloc is never used);
 * put, find and take are O(1), whatever lives. Any thread may call; no lock is held between calls. */
#ifndef ALIQUOT_LEDGER_H
#define ALIQUOT_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

enum ledger_kind {
    LEDGER_EMPTY,
    LEDGER_BLOCK,   /* device address -> bytes (under 1 MiB: charged by their page; refs: its number); owner: context */
    LEDGER_PAGE,    /* page of blocks under 1 MiB: address / 2 MiB -> its number; refs: its blocks and their units; owner: context */
    LEDGER_STREAMED,/* device address from a pool -> bytes; owner: the pool's place in pools.c */
    LEDGER_MANAGED_PAGE, /* the same, of managed memory */
    LEDGER_ARRAY,   /* array or mipmapped array -> bytes; owner: context */
    LEDGER_HANDLE,  /* physical memory handle -> owner: number of the memory; refs: times the program holds it */
    LEDGER_PHYSICAL,/* number of physical memory -> bytes; refs: handles and mappings that keep it */
    LEDGER_MAPPING, /* device address -> bytes mapped; owner: number of the memory, 0 when imported */
    LEDGER_BOUND,   /* place in an array or multicast object -> bytes: the holder; owner: number; refs: place in 64 KiB */
    LEDGER_GRAPH,   /* instantiated graph x card -> bytes that its allocation nodes ask for; owner: 1 if it frees, too */
    LEDGER_CONTEXT, /* context -> hidden bytes; refs: attachments; owner: green context, CONTEXT_PRIMARY, or 0 */
    LEDGER_CODE,    /* module or library -> hidden bytes; owner: context or 0 */
    LEDGER_LEAVING, /* device address of a block under 1 MiB that is being freed -> bytes; refs: how often */
    LEDGER_FREEING, /* event -> block that ends with it, see freeing.c; owner: context */
    LEDGER_HOST,    /* host address -> bytes; owner: context */
    LEDGER_LIMIT,   /* address of a context | number of a limit -> hidden bytes; owner: bytes that the context came with */
};

enum { LEDGER_PAGE_UNITS = 16 }; /* from this bit on refs of a page count the units of 512 bytes that its blocks take */

struct ledger_entry {
    uint64_t key;
    uint64_t bytes;
    uint64_t owner;
    uint32_t refs;
    uint16_t device;
    uint16_t kind; /* enum ledger_kind */
};

/* Adds an entry, or replaces the one of the same kind and key. False without memory. */
bool ledger_put(const struct ledger_entry *entry);
/* The same; *replaced gets the entry that was there, of kind LEDGER_EMPTY if none was. */
bool ledger_replace(const struct ledger_entry *entry, struct ledger_entry *replaced);
/* Adds an entry, or adds 1 to the count of the one of the same kind and key: *joined says which. False without memory. */
bool ledger_join(const struct ledger_entry *entry, bool *joined);
/* Copies an entry. False: unknown. */
bool ledger_find(enum ledger_kind kind, uint64_t key, struct ledger_entry *found);
/* Removes an entry and copies it. False: unknown. */
bool ledger_take(enum ledger_kind kind, uint64_t key, struct ledger_entry *taken);
/* Adds `refs` to an entry's count and removes it at 0. *entry is the entry after that. False: unknown. */
bool ledger_refer(enum ledger_kind kind, uint64_t key, int refs, struct ledger_entry *entry);
/* Sets the bytes of an entry; *old gets what they were. False: unknown. */
bool ledger_resize(enum ledger_kind kind, uint64_t key, uint64_t bytes, uint64_t *old);
/* Visits every entry once, in no order; `visit` says whether to remove it. `visit` must not call the ledger. */
void ledger_sweep(bool (*visit)(const struct ledger_entry *entry, void *context), void *context);
/* Gives what one owner has to another one, of the kinds that `which` names. `which` must not call the ledger. */
void ledger_hand_over(uint64_t from, uint64_t to, bool (*which)(const struct ledger_entry *entry));
/* Number of entries. */
uint64_t ledger_count(void);
/* In a forked child: empty, all locks free. */
void ledger_forget(void);

#endif
