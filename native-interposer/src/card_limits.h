/* Which limit counts for a card (aliquot_limits.h says where limits come from). Knows no CUDA symbol. */
#ifndef ALIQUOT_LIMITS_LIST_H
#define ALIQUOT_LIMITS_LIST_H

#include "aliquot_limits.h"

#define LIMITS_MAX 64
#define LIMITS_NAME_MAX 256

/* All limits of the container: at most one per card. */
struct limits {
    uint32_t count; /* of cards */
    bool bad;       /* at least one file was left out */
    bool unknown;   /* a file may say more than could be read: nothing may be given */
    struct aliquot_limit card[LIMITS_MAX];
    char file[LIMITS_MAX][LIMITS_NAME_MAX]; /* the file whose memory limit and region count */
};

/* Reads one file's text. NULL on success, else what is wrong and in *line where (1 = first). */
const char *limits_parse(const char *text, size_t length, struct aliquot_limit *limit, unsigned *line);

/* Adds a file's limit: a new card, or the stricter of two. False: more than LIMITS_MAX cards. */
bool limits_add(struct limits *limits, const struct aliquot_limit *limit, const char *file);

/* Reads every file of the folder; bad ones are reported and leave `bad` set. A missing folder has no files. What can't be
 * read for want of descriptors, memory or permission leaves `unknown` set, and so do more cards than can be counted: they
 * must not hide the file that counts. */
void limits_read(struct limits *limits, const char *folder);

const struct aliquot_limit *limits_of(const struct limits *limits, const uint8_t uuid[16]);

/* The legacy variables for the card that CUDA shows as number `index`. False: they set no limit. */
bool legacy_limit(int index, const uint8_t uuid[16], struct aliquot_limit *limit);

/* What a program may ask for by its environment, whatever its limits file says. */
bool legacy_wants_high(void);
bool legacy_wants_force(void);

/* "<decimal>" up to 2^62; false for anything else. */
bool limits_number(const char *text, size_t length, uint64_t *value);

#endif
