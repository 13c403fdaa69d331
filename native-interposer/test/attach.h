/* A share on the room's region, without a driver. */
#ifndef ALIQUOT_TEST_ATTACH_H
#define ALIQUOT_TEST_ATTACH_H

#include "share.h"
#include "share_view.h"

static inline void attach(struct share *share, uint64_t memory)
{
    memset(share, 0, sizeof *share);
    share->limit.memory = memory;
    snprintf(share->limit.region, sizeof share->limit.region, "%s", room("region"));
    share_attach(share);
}

#endif
