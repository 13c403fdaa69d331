#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t digits(const char *at)
{
    uint64_t value = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        value = value * 10 + (uint64_t)(*at - '0');
    return value;
}

/* Start time (field 22) and state letter (field 3) of a stat file. The name in parentheses may hold ' ' and ')'. */
static bool read_stat(const char *path, uint64_t *start, char *state)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    char text[1024];
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    if (got <= 0)
        return false;
    text[got] = 0;
    const char *at = strrchr(text, ')');
    if (!at || at[1] != ' ')
        return false;
    *state = at[2];
    at += 2;
    for (int field = 3; field < 22; field++) {
        at = strchr(at, ' ');
        if (!at)
            return false;
        at++;
    }
    *start = digits(at);
    return true;
}

/* Inode of the pid namespace: the link reads "pid:[4026531836]". (stat() would need a newer glibc.) */
static uint64_t own_namespace(void)
{
    char link[64];
    ssize_t got = readlink("/proc/self/ns/pid", link, sizeof link - 1);
    if (got <= 0)
        return 0;
    link[got] = 0;
    const char *at = strchr(link, '[');
    return at ? digits(at + 1) : 0;
}

struct process_identity process_self(void)
{
    struct process_identity self = {.pid = (uint32_t)getpid(), .pid_namespace = own_namespace()};
    char state;
    if (!read_stat("/proc/self/stat", &self.start_time, &state))
        self.start_time = 0;
    return self;
}

bool process_is_running(const struct process_identity *who, const struct process_identity *self)
{
    if (!who->pid || !who->start_time || !who->pid_namespace || who->pid_namespace != self->pid_namespace)
        return false;
    char path[32];
    snprintf(path, sizeof path, "/proc/%u/stat", who->pid);
    uint64_t start;
    char state;
    if (!read_stat(path, &start, &state)) /* gone, or we can't look: no descriptor left, no /proc here, hidden from us */
        return getpgid((pid_t)who->pid) >= 0 || errno != ESRCH;
    return start == who->start_time && state != 'Z' && state != 'X';
}
