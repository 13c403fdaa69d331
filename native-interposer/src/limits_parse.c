/* The syntax of a limits file: strict, so that what two readers make of a file can't differ. */
#include <string.h>

#include "card_limits.h"

enum key { VERSION, UUID, MEMORY, REGION, CORES, CONTEXT, PRIORITY, POLICY, KEYS };
static const char *const key_name[KEYS] = {"version", "uuid", "memory", "region", "cores", "context", "priority",
                                            "policy"};

bool limits_number(const char *text, size_t length, uint64_t *value)
{
    uint64_t sum = 0;
    if (length == 0 || length > 19)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        sum = sum * 10 + (uint64_t)(text[i] - '0');
    }
    *value = sum;
    return sum <= 1ull << 62;
}

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx or MIG-… */
static bool parse_uuid(const char *text, size_t length, uint8_t uuid[16])
{
    if (length != 40 || (memcmp(text, "GPU-", 4) != 0 && memcmp(text, "MIG-", 4) != 0))
        return false;
    size_t at = 4;
    for (int byte = 0; byte < 16; byte++) {
        if ((byte == 4 || byte == 6 || byte == 8 || byte == 10) && text[at++] != '-')
            return false;
        int high = hex(text[at]), low = hex(text[at + 1]);
        if (high < 0 || low < 0)
            return false;
        uuid[byte] = (uint8_t)(high << 4 | low);
        at += 2;
    }
    return true;
}

static bool parse_path(const char *text, size_t length, char path[ALIQUOT_PATH_MAX])
{
    if (length < 2 || length >= ALIQUOT_PATH_MAX || text[0] != '/' || memchr(text, 0, length))
        return false;
    memcpy(path, text, length);
    path[length] = 0;
    return true;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool parse_policy(const char *text, size_t length, bool *soft)
{
    *soft = is_word(text, length, "soft");
    return *soft || is_word(text, length, "default") || is_word(text, length, "force");
}

static const char *set_value(enum key key, const char *text, size_t length, struct aliquot_limit *limit)
{
    uint64_t number = 0;
    switch (key) {
    case VERSION:
        return length == 1 && text[0] == '1' ? NULL : "version is not 1";
    case UUID:
        return parse_uuid(text, length, limit->uuid) ? NULL : "uuid is not GPU-8-4-4-4-12 hex digits";
    case MEMORY:
        if (!limits_number(text, length, &limit->memory) || limit->memory == 0)
            return "memory is not a number of bytes above 0";
        return NULL;
    case REGION:
        return parse_path(text, length, limit->region) ? NULL : "region is not an absolute path";
    case CORES:
        if (!limits_number(text, length, &number) || number > 100)
            return "cores is not a percentage from 0 to 100";
        limit->cores = number == 100 ? 0 : (uint32_t)number;
        return NULL;
    case CONTEXT:
        return limits_number(text, length, &limit->context) ? NULL : "context is not a number of bytes";
    case PRIORITY:
        limit->may_be_high = true;
        return length == 4 && memcmp(text, "high", 4) == 0 ? NULL : "priority is not high";
    case POLICY:
        return parse_policy(text, length, &limit->soft) ? NULL : "policy is not default, force or soft";
    case KEYS:
        break;
    }
    return "unknown key";
}

static enum key find_key(const char *text, size_t length)
{
    for (enum key key = 0; key < KEYS; key++)
        if (strlen(key_name[key]) == length && memcmp(key_name[key], text, length) == 0)
            return key;
    return KEYS;
}

static const char *parse_line(const char *text, size_t length, unsigned *seen, struct aliquot_limit *limit)
{
    const char *equals = memchr(text, '=', length);
    if (!equals)
        return "no key=value";
    enum key key = find_key(text, (size_t)(equals - text));
    if (key == KEYS)
        return "unknown key";
    if (*seen & 1u << key)
        return "key given twice";
    if (*seen == 0 && key != VERSION)
        return "the first key is not version";
    *seen |= 1u << key;
    return set_value(key, equals + 1, length - (size_t)(equals + 1 - text), limit);
}

const char *limits_parse(const char *text, size_t length, struct aliquot_limit *limit, unsigned *line)
{
    unsigned seen = 0;
    memset(limit, 0, sizeof *limit);
    limit->context = ALIQUOT_CONTEXT_DEFAULT;
    *line = 0;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        ++*line;
        if (!end)
            return "the last line has no newline: the file is cut";
        size_t size = (size_t)(end - (text + at));
        const char *wrong = size == 0 || text[at] == '#' ? NULL : parse_line(text + at, size, &seen, limit);
        if (wrong)
            return wrong;
        at += size + 1;
    }
    const unsigned required = 1u << VERSION | 1u << UUID | 1u << MEMORY | 1u << REGION;
    return (seen & required) == required ? NULL : "version, uuid, memory or region is missing";
}
