/* cuGetProcAddress in its two ABIs, and cuGetExportTable.
 *
 * A base name has rows by version and flags. The answer is the row of the highest version that is neither newer
 * than asked nor newer than the driver; with the per-thread flag the per-thread variant of that row if there is one. */
#include <stddef.h>
#include <string.h>

#include "context.h"
#include "driver.h"
#include "entry.h"
#include "state.h"

struct answer {
    void *address;
    CUdriverProcAddressQueryResult status;
};

static bool offered(int row)
{
    struct sim_state *state = sim_state();
    return sim_rows[row].version <= sim_driver_version() && !state->hidden[row];
}

/* Highest offered row of the base with exactly these row flags and at most this version, or -1. */
static int best_row(const char *base, int version, int flags, bool *known)
{
    int best = -1;
    for (int i = 0; i < SIM_SYMBOLS; i++) {
        const struct sim_row *row = &sim_rows[i];
        if (strcmp(row->base, base) != 0 || !offered(i))
            continue;
        *known = true;
        if (row->flags == flags && row->version <= version && (best < 0 || row->version > sim_rows[best].version))
            best = i;
    }
    return best;
}

/* The per-thread variant may be as old as its plain row or older (cuMemcpyAsync_ptsz came with version 7000): it
 * answers when it has the same ABI, that is the same symbol but for its suffix. */
static int per_thread_row(const char *base, int version, int plain)
{
    bool known;
    int best = best_row(base, version, 2, &known);
    if (best < 0 || plain < 0)
        return best;
    size_t stem = strlen(sim_rows[plain].symbol);
    const char *symbol = sim_rows[best].symbol;
    return strncmp(symbol, sim_rows[plain].symbol, stem) == 0 && symbol[stem] == '_' && symbol[stem + 1] == 'p' ? best
                                                                                                            : -1;
}

static struct answer look_up(const char *base, int version, cuuint64_t flags)
{
    bool known = false;
    int row = best_row(base, version, 0, &known);
    if (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) {
        int variant = per_thread_row(base, version, row);
        row = variant >= 0 ? variant : row;
    }
    if (row < 0)
        return (struct answer){NULL, known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                           : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND};
    void (*address)(void) = sim_state()->split[row] ? sim_rows[row].second : sim_rows[row].entry;
    return (struct answer){(void *)address, CU_GET_PROC_ADDRESS_SUCCESS};
}

static CUresult answer(const char *base, void **out, int version, cuuint64_t flags,
                       CUdriverProcAddressQueryResult *status)
{
    const cuuint64_t all = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    SIM_CHECK(base && out && !(flags & ~all) && flags != all, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(version <= sim_driver_version(), CUDA_ERROR_INVALID_VALUE);
    struct answer found = look_up(base, version, flags);
    *out = found.address;
    if (status)
        *status = found.status;
    return found.address || !sim_setting(SIM_GPA_MISS) ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char *base, void **out, int version, cuuint64_t flags)
{
    SIM_ENTER_EARLY(cuGetProcAddress);
    return answer(base, out, version, flags, NULL);
}

CUresult cuGetProcAddress_v2(const char *base, void **out, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status)
{
    SIM_ENTER_EARLY(cuGetProcAddress_v2);
    return answer(base, out, version, flags, status);
}

/* Two undocumented tables by which libraries get contexts past the public functions. The sizes come first. */
static CUresult table_primary_context(CUcontext *out, CUdevice card)
{
    SIM_GUARD;
    struct sim_context *context;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_TRY(sim_primary_retain(&context, card));
    *out = (CUcontext)context;
    return CUDA_SUCCESS;
}

static CUresult table_create_context(CUcontext *out, unsigned flags, CUdevice card)
{
    SIM_GUARD;
    struct sim_context *context;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_TRY(sim_context_create(&context, card, flags, 3020));
    sim_push(context);
    *out = (CUcontext)context;
    return CUDA_SUCCESS;
}

static const struct {
    unsigned char uuid[16];
    const void *slots[4];
} tables[] = {
    {{0x6b, 0xd5, 0xfb, 0x6c, 0x5b, 0xf4, 0xe7, 0x4a, 0x89, 0x87, 0xd9, 0x39, 0x12, 0xfd, 0x9d, 0xf9},
     {(void *)(sizeof(void *) * 4), NULL, (const void *)table_primary_context, NULL}},
    {{0x0c, 0xa5, 0x0b, 0x8c, 0x10, 0x04, 0x92, 0x9a, 0x89, 0xa7, 0xd0, 0xdf, 0x10, 0xe7, 0x72, 0x86},
     {(void *)(sizeof(void *) * 4), (const void *)table_create_context, NULL, NULL}},
};

CUresult cuGetExportTable(const void **out, const CUuuid *uuid)
{
    SIM_ENTER_EARLY(cuGetExportTable);
    SIM_CHECK(out && uuid, CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (memcmp(tables[i].uuid, uuid->bytes, 16) == 0) {
            *out = tables[i].slots;
            return CUDA_SUCCESS;
        }
    *out = NULL;
    return CUDA_ERROR_NOT_FOUND;
}
