#include "report.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static _Atomic uint32_t reported;
static _Atomic uint32_t flags;

static size_t append(char *line, size_t used, size_t room, const char *text)
{
    if (!text)
        return used;
    size_t length = strlen(text);
    if (length > room - used)
        length = room - used;
    memcpy(line + used, text, length);
    return used + length;
}

void report_once(enum report_reason reason, const char *what, const char *detail, const char *effect)
{
    uint32_t bit = 1u << reason;
    if (atomic_fetch_or(&reported, bit) & bit)
        return;
    char line[1024];
    size_t room = sizeof line - 1, used = 0;
    used = append(line, used, room, "aliquot: ");
    used = append(line, used, room, what);
    used = append(line, used, room, detail);
    used = append(line, used, room, effect ? ": " : NULL);
    used = append(line, used, room, effect);
    line[used++] = '\n';
    int saved = errno;
    ssize_t written = write(STDERR_FILENO, line, used); /* one call: lines of several processes do not mix */
    (void)written;
    errno = saved;
}

void report_flag(uint32_t flag)
{
    atomic_fetch_or(&flags, flag);
}

uint32_t report_flags(void)
{
    return atomic_load(&flags);
}
