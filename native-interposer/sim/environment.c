/* Settings from the file named by ALIQUOT_SIM_CONFIG, then from ALIQUOT_SIM_<NAME>, which wins. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

extern char **environ;

/* Names of the environment that are not settings. */
static const char *const others[] = {"state", "config", "container", "host_pid", NULL};

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    for (char *end = text + strlen(text); end > text && isspace((unsigned char)end[-1]);)
        *--end = 0;
    return text;
}

static void apply(struct sim_state *state, const char *from, const char *name, const char *value)
{
    if (!sim_setting_store(state, name, value))
        fprintf(stderr, "aliquot-sim: %s: no such setting or not a value for it: %s = %s\n", from, name, value);
}

static void apply_file(struct sim_state *state, const char *path)
{
    char line[4096];
    FILE *file = fopen(path, "re");
    if (!file)
        fprintf(stderr, "aliquot-sim: ALIQUOT_SIM_CONFIG: cannot read %s\n", path);
    while (file && fgets(line, sizeof line, file)) {
        char *value = strchr(line, '=');
        if (*trim(line) == '#' || !value)
            continue;
        *value++ = 0;
        apply(state, path, trim(line), trim(value));
    }
    if (file)
        fclose(file);
}

void sim_apply_environment(struct sim_state *state)
{
    const char *path = getenv("ALIQUOT_SIM_CONFIG");
    if (path && *path)
        apply_file(state, path);
    for (char **entry = environ; entry && *entry; entry++) {
        if (strncmp(*entry, "ALIQUOT_SIM_", 12) != 0)
            continue;
        char name[160] = "";
        const char *equals = strchr(*entry, '=');
        for (const char *c = *entry + 12; c < equals && strlen(name) < sizeof name - 1; c++)
            name[c - *entry - 12] = (char)tolower((unsigned char)*c);
        bool setting = true;
        for (int i = 0; others[i]; i++)
            setting = setting && strcmp(others[i], name) != 0;
        if (setting)
            apply(state, "environment", name, equals + 1);
    }
}
