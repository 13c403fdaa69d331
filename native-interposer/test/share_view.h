/* A region file as someone outside sees it: by reading, as the node driver does. */
#ifndef ALIQUOT_TEST_SHARE_VIEW_H
#define ALIQUOT_TEST_SHARE_VIEW_H

#include <fcntl.h>

#include "aliquot_region.h"
#include "harness.h"

struct view {
    bool there;
    long long tracked, hidden, host, pending, peak, refused;
    unsigned flags, live;
};

static inline struct view view_file(const char *path)
{
    static char bytes[ALIQUOT_REGION_SIZE];
    struct view view = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || pread(fd, bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        if (fd >= 0)
            close(fd);
        return view;
    }
    close(fd);
    const struct aliquot_region_header *header = (const void *)bytes;
    const struct aliquot_slot *slots = (const void *)(bytes + ALIQUOT_REGION_HEADER_SIZE);
    view.there = header->magic == ALIQUOT_REGION_MAGIC;
    view.flags = header->flags;
    for (unsigned i = 0; i < ALIQUOT_SLOT_COUNT; i++) {
        if ((slots[i].state & 0xff) == ALIQUOT_SLOT_FREE)
            continue;
        view.live++;
        view.tracked += slots[i].tracked;
        view.hidden += slots[i].hidden;
        view.host += slots[i].host;
        view.pending += slots[i].pending;
        view.peak += slots[i].peak;
        view.refused += slots[i].refused;
    }
    return view;
}

static inline struct view view_region(const char *name)
{
    return view_file(room(name));
}

#endif
