/* The only output of the library: one line on stderr per reason and process, and the flags for the regions. */
#ifndef ALIQUOT_REPORT_H
#define ALIQUOT_REPORT_H

#include <stdint.h>

/* Writes "aliquot: <what><detail>: <effect>\n" unless this reason was reported before. Any part may be NULL.
 * reason: a small number, one per kind of report (below). Keeps errno. */
enum report_reason {
    REPORT_LIMITS_BAD, REPORT_LEGACY_BAD, REPORT_NO_LIMIT, REPORT_REGION, REPORT_SLOTS_FULL, REPORT_UNROUTED,
    REPORT_FOREIGN_DRIVER, REPORT_SLOT_LOST, REPORT_PRIVATE, REPORT_LIMITS_UNKNOWN, REPORT_REASONS
};
void report_once(enum report_reason reason, const char *what, const char *detail, const char *effect);

/* Flags (ALIQUOT_FLAG_*) of this process; copied into every region that is attached now or later. */
void report_flag(uint32_t flag);
uint32_t report_flags(void);

#endif
