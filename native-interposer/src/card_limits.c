#include "card_limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report.h"

static bool is_stricter(const struct limits *limits, uint32_t card, const struct aliquot_limit *other, const char *file)
{
    uint64_t now = limits->card[card].memory;
    return other->memory < now || (other->memory == now && strcmp(file, limits->file[card]) < 0);
}

static uint32_t smaller_cores(uint32_t a, uint32_t b)
{
    return !a ? b : !b ? a : a < b ? a : b;
}

static void store(struct limits *limits, uint32_t card, const struct aliquot_limit *limit, const char *file)
{
    limits->card[card] = *limit;
    snprintf(limits->file[card], LIMITS_NAME_MAX, "%s", file);
}

bool limits_add(struct limits *limits, const struct aliquot_limit *limit, const char *file)
{
    for (uint32_t i = 0; i < limits->count; i++) {
        struct aliquot_limit *known = &limits->card[i];
        if (memcmp(known->uuid, limit->uuid, sizeof known->uuid) != 0)
            continue;
        uint32_t cores = smaller_cores(known->cores, limit->cores);
        bool may_be_high = known->may_be_high && limit->may_be_high;
        bool soft = known->soft && limit->soft;
        if (is_stricter(limits, i, limit, file))
            store(limits, i, limit, file);
        known->cores = cores;
        known->may_be_high = may_be_high;
        known->soft = soft;
        return true;
    }
    if (limits->count == LIMITS_MAX)
        return false;
    store(limits, limits->count++, limit, file);
    return true;
}

const struct aliquot_limit *limits_of(const struct limits *limits, const uint8_t uuid[16])
{
    for (uint32_t i = 0; i < limits->count; i++)
        if (memcmp(limits->card[i].uuid, uuid, 16) == 0)
            return &limits->card[i];
    return NULL;
}

/* The whole file, or -1: not readable, not a regular file, or longer than a limits file can be. */
static ssize_t read_file(int folder, const char *name, char text[ALIQUOT_LIMITS_FILE_MAX + 1])
{
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return -1;
    ssize_t used = 0, got;
    while ((got = read(fd, text + used, (size_t)(ALIQUOT_LIMITS_FILE_MAX + 1 - used))) > 0)
        used += got;
    close(fd);
    return got < 0 || used > ALIQUOT_LIMITS_FILE_MAX ? -1 : used;
}

static void report_bad(struct limits *limits, const char *name, const char *wrong, unsigned line)
{
    char detail[LIMITS_NAME_MAX + 32];
    snprintf(detail, sizeof detail, line ? "%.200s line %u" : "%.200s", name, line);
    report_once(REPORT_LIMITS_BAD, "limits file left out: ", detail, wrong);
    limits->bad = true;
}

/* Not for what the tenant may have put there instead of a file: a link that leads nowhere, a socket, a loop. */
static bool hides_something(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EACCES || error == EPERM || error == EIO;
}

static void report_unknown(struct limits *limits, const char *name)
{
    report_once(REPORT_LIMITS_UNKNOWN, "limits cannot be read: ", name, "no memory is given");
    limits->unknown = true;
}

static void read_one(struct limits *limits, int folder, const char *name)
{
    char text[ALIQUOT_LIMITS_FILE_MAX + 1];
    static struct aliquot_limit limit; /* big; the caller holds a lock */
    errno = 0;
    ssize_t length = read_file(folder, name, text);
    if (length < 0) {
        if (hides_something(errno))
            report_unknown(limits, name);
        report_bad(limits, name, "not a readable file of at most 4096 bytes", 0);
        return;
    }
    unsigned line = 0;
    const char *wrong = limits_parse(text, (size_t)length, &limit, &line);
    if (wrong)
        report_bad(limits, name, wrong, line);
    else if (!limits_add(limits, &limit, name))
        report_unknown(limits, "more cards than can be counted");
}

void limits_read(struct limits *limits, const char *path)
{
    limits->count = 0;
    limits->bad = limits->unknown = false;
    DIR *folder = opendir(path);
    if (!folder && hides_something(errno))
        report_unknown(limits, path);
    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            read_one(limits, dirfd(folder), entry->d_name);
    closedir(folder);
}
