#include "cards.h"

#include <stdlib.h>
#include <string.h>

#include "card_limits.h"
#include "current.h"
#include "fork.h"
#include "freeing.h"
#include "ledger.h"
#include "physical.h"
#include "pools.h"
#include "report.h"
#include "resolve.h"
#include "sampler.h"
#include "small.h"
#include "throttle.h"

static struct limits limits;
static bool limits_known;
static struct share shares[CARDS_MAX];
static struct share unlimited; /* stands for "known, no limit" */
static _Atomic(struct share *) share_of_card[CARDS_MAX];
static _Atomic int count_of_cards;

/* The folder can be another one only in test builds: in the library that is installed, environment decides nothing. */
static const char *limits_folder(void)
{
#ifdef ALIQUOT_TEST
    const char *folder = getenv("ALIQUOT_TEST_LIMITS_DIR");
    if (folder)
        return folder;
#endif
    return ALIQUOT_LIMITS_DIR;
}

/* --- a process's own state ------------------------------------------------------------------------------------------ */

static void forget_all(void)
{
    throttle_forget();
    sampler_forget();
    for (int card = 0; card < CARDS_MAX; card++) {
        struct share *share = atomic_exchange(&share_of_card[card], NULL);
        if (share && share != &unlimited)
            share_forget(share);
    }
    atomic_store(&count_of_cards, 0);
    limits_known = false;
    ledger_forget();
    current_forget();
    pools_forget();
    freeing_forget();
    physical_forget();
    small_forget();
}

void cards_after_fork(void)
{
    forget_all();
}

static int enter(void)
{
    int cancel = lock_cancel_off();
    fork_watch();
    lock_take(&process_mark->lock);
    if (atomic_load(&process_mark->alive))
        return cancel;
    forget_all();
    atomic_store(&process_mark->alive, 1);
    return cancel;
}

static void leave(int cancel)
{
    lock_give(&process_mark->lock);
    lock_cancel_back(cancel);
}

/* --- which limit ---------------------------------------------------------------------------------------------------- */

static void know_limits(void)
{
    if (limits_known)
        return;
    limits_read(&limits, limits_folder());
    limits_known = true;
    if (limits.bad || limits.unknown)
        report_flag(ALIQUOT_FLAG_LIMITS_BAD);
}

static bool uuid_of(CUdevice card, uint8_t uuid[16])
{
    CUuuid id;
    CUresult result = HAS_REAL(cuDeviceGetUuid_v2) ? REAL(cuDeviceGetUuid_v2)(&id, card) : REAL(cuDeviceGetUuid)(&id, card);
    memcpy(uuid, id.bytes, sizeof id.bytes);
    return result == CUDA_SUCCESS;
}

void cards_uuid_text(const uint8_t uuid[16], char text[48])
{
    static const char digit[] = "0123456789abcdef";
    memcpy(text, "GPU-", 4);
    char *at = text + 4;
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *at++ = '-';
        *at++ = digit[uuid[i] >> 4];
        *at++ = digit[uuid[i] & 15];
    }
    *at = 0;
}

static bool find_limit(int card, const uint8_t uuid[16], struct aliquot_limit *limit)
{
    know_limits();
    const struct aliquot_limit *found = limits_of(&limits, uuid);
    if (found)
        *limit = *found;
    if (limits.unknown) { /* a file that nobody could read may be the one that counts */
        if (!found)
            *limit = (struct aliquot_limit){.context = ALIQUOT_CONTEXT_DEFAULT, .cores = 1};
        memcpy(limit->uuid, uuid, sizeof limit->uuid);
        limit->memory = 1;
    }
    return found || limits.unknown || (limits.count == 0 && legacy_limit(card, uuid, limit));
}

bool cards_limit(int card, const uint8_t uuid[16], struct aliquot_limit *limit)
{
    int cancel = enter();
    bool found = find_limit(card, uuid, limit);
    leave(cancel);
    return found;
}

static bool limit_for(CUdevice card, const uint8_t uuid[16], struct aliquot_limit *limit)
{
    if (find_limit(card, uuid, limit))
        return true;
    char name[48];
    cards_uuid_text(uuid, name);
    report_once(REPORT_NO_LIMIT, "no limit for card ", name, "it is not limited");
    report_flag(ALIQUOT_FLAG_CARD_UNLIMITED);
    return false;
}

/* --- shares --------------------------------------------------------------------------------------------------------- */

static struct share *attach(CUdevice card)
{
    struct share *share = &shares[card];
    uint8_t uuid[16];
    if (!uuid_of(card, uuid)) { /* not started, or no such card: the driver's own answer will say so */
        if (!HAS_REAL(cuDeviceGetUuid))
            report_once(REPORT_NO_LIMIT, "the driver cannot identify its cards", NULL, "they are not limited");
        return NULL;
    }
    if (!limit_for(card, uuid, &share->limit)) {
        atomic_store(&share_of_card[card], &unlimited);
        cards_flag(0);
        return &unlimited;
    }
    share_attach(share);
    atomic_store(&share_of_card[card], share);
    return share;
}

struct share *card_share(CUdevice card)
{
    if (card < 0 || card >= CARDS_MAX)
        return NULL;
    struct share *share = NULL;
    if (__builtin_expect(atomic_load_explicit(&process_mark->alive, memory_order_acquire) != 0, 1))
        share = atomic_load_explicit(&share_of_card[card], memory_order_acquire);
    if (__builtin_expect(share == NULL, 0)) {
        int cancel = enter();
        share = atomic_load(&share_of_card[card]);
        if (!share)
            share = attach(card);
        leave(cancel);
    }
    return share == &unlimited ? NULL : share;
}

int cards_count(void)
{
    int count = atomic_load_explicit(&count_of_cards, memory_order_relaxed);
    if (count == 0 && REAL(cuDeviceGetCount)(&count) == CUDA_SUCCESS)
        atomic_store(&count_of_cards, count > CARDS_MAX ? CARDS_MAX : count);
    return count > CARDS_MAX ? CARDS_MAX : count;
}

void cards_attach_all(void)
{
    int count;
    if (REAL(cuDeviceGetCount)(&count) == CUDA_SUCCESS && count > CARDS_MAX) {
        report_once(REPORT_NO_LIMIT, "more cards than can be counted", NULL, "those behind the 64th are not limited");
        report_flag(ALIQUOT_FLAG_CARD_UNLIMITED);
    }
    for (int card = 0; card < cards_count(); card++)
        card_share(card);
}

uint64_t card_total(CUdevice card)
{
    size_t bytes = 0;
    return REAL(cuDeviceTotalMem_v2)(&bytes, card) == CUDA_SUCCESS ? bytes : 0;
}

/* Flags are for the share that is left: whoever attaches later copies them (share.c). */
void cards_flag(uint32_t flag)
{
    report_flag(flag);
    for (int card = 0; card < CARDS_MAX; card++) {
        struct share *share = atomic_load(&share_of_card[card]);
        if (share && share != &unlimited)
            share_flag(share, report_flags());
    }
}
