#include "process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "state.h"

uint64_t sim_pid_namespace(void)
{
    struct stat info;
    return stat("/proc/self/ns/pid", &info) == 0 ? (uint64_t)info.st_ino : 0;
}

uint64_t sim_start_time(int pid)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    char *after_name = strrchr(text, ')'); /* the name may hold blanks and brackets */
    char state;
    unsigned long long start;
    if (!after_name || sscanf(after_name + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
                              &state, &start) != 2)
        return 0;
    return state == 'Z' || state == 'X' ? 0 : start;
}

uint64_t sim_container(void)
{
    const char *name = getenv("ALIQUOT_SIM_CONTAINER");
    if (!name || !*name)
        return sim_pid_namespace();
    uint64_t hash = 1469598103934665603ull; /* FNV-1a */
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 1099511628211ull;
    return hash;
}

/* The outermost pid that /proc shows (the first of NSpid), else our own. */
static int outer_pid(void)
{
    char line[256];
    int pid = (int)getpid();
    FILE *file = fopen("/proc/self/status", "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "NSpid: %d", &pid) == 1)
            break;
    if (file)
        fclose(file);
    return pid;
}

/* The last number of NSpid in /proc/PID/status: the pid in the innermost namespace. */
static int inner_pid(const char *pid)
{
    char path[300], line[256];
    int inner = 0;
    snprintf(path, sizeof path, "/proc/%s/status", pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "NSpid:", 6))
            continue;
        char *last = strrchr(line, '\t');
        inner = last ? atoi(last) : 0;
        break;
    }
    if (file)
        fclose(file);
    return inner;
}

int sim_host_pid(const struct sim_process *process)
{
    struct stat info;
    if (process->pid_namespace == sim_pid_namespace() || process->host_pid != process->pid)
        return process->host_pid;
    int found = process->host_pid;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[300];
        snprintf(path, sizeof path, "/proc/%s/ns/pid", entry->d_name);
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || stat(path, &info) != 0 ||
            info.st_ino != process->pid_namespace || inner_pid(entry->d_name) != process->pid)
            continue;
        found = atoi(entry->d_name);
        break;
    }
    if (folder)
        closedir(folder);
    return found;
}

void sim_describe_process(struct sim_process *process, uint64_t host_pid_base)
{
    const char *given = getenv("ALIQUOT_SIM_HOST_PID");
    process->pid = (int)getpid();
    process->host_pid = given && *given ? atoi(given) : outer_pid() + (int)host_pid_base;
    process->pid_namespace = sim_pid_namespace();
    process->start_time = sim_start_time(process->pid);
    process->container = sim_container();
    ssize_t length = readlink("/proc/self/exe", process->name, sizeof process->name - 1);
    process->name[length > 0 ? length : 0] = 0;
}
