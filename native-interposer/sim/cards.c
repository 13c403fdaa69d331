/* Rows of cards: "name|bytes|uuid|pci" separated by ';'. Every field may be empty. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

static void default_card(struct sim_card_info *card, uint32_t index)
{
    memset(card, 0, sizeof *card);
    strcpy(card->name, "NVIDIA A100-SXM4-80GB");
    card->bytes = 81559ull << 20;
    card->pci_bus = 0x07 + 8 * index;
    /* A fixed pattern: readable in outputs, the same in every run. */
    for (int i = 0; i < 16; i++)
        card->uuid[i] = (unsigned char)(0xa1 + 0x11 * i + (i == 15 ? index : 0));
}

static bool parse_uuid(const char *text, unsigned char *out)
{
    int digits = 0;
    if (strncmp(text, "GPU-", 4) == 0)
        text += 4;
    for (; *text; text++) {
        if (*text == '-')
            continue;
        const char *hex = "0123456789abcdef";
        const char *at = strchr(hex, *text | 0x20);
        if (!at || digits == 32)
            return false;
        unsigned nibble = (unsigned)(at - hex);
        out[digits / 2] = (unsigned char)(digits % 2 ? (out[digits / 2] | nibble) : nibble << 4);
        digits++;
    }
    return digits == 32;
}

static bool parse_field(struct sim_card_info *card, int field, const char *text)
{
    if (!*text)
        return true;
    switch (field) {
    case 0:
        snprintf(card->name, sizeof card->name, "%s", text);
        return true;
    case 1:
        return sim_parse_number(text, &card->bytes) && card->bytes > 0;
    case 2:
        return parse_uuid(text, card->uuid);
    case 3:
        return sscanf(text, "%x:%x:%x", &card->pci_domain, &card->pci_bus, &card->pci_device) == 3;
    default:
        return false;
    }
}

static bool parse_row(struct sim_card_info *card, uint32_t index, char *row)
{
    int field = 0;
    default_card(card, index);
    for (char *next; row; row = next, field++) {
        next = strchr(row, '|');
        if (next)
            *next++ = 0;
        if (!parse_field(card, field, row))
            return false;
    }
    return true;
}

bool sim_cards_store(struct sim_state *state, const char *rows)
{
    struct sim_card_info cards[SIM_CARDS];
    uint32_t count = 0;
    uint64_t number;
    if (sim_parse_number(rows, &number) && number <= SIM_CARDS) {
        for (; count < number; count++)
            default_card(&cards[count], count);
    } else {
        char *copy = strdup(rows), *save = NULL;
        bool fine = copy != NULL;
        for (char *row = strtok_r(copy, ";\n", &save); fine && row; row = strtok_r(NULL, ";\n", &save))
            fine = count < SIM_CARDS && parse_row(&cards[count], count, row) && ++count;
        free(copy);
        if (!fine)
            return false;
    }
    memcpy(state->cards, cards, count * sizeof *cards);
    state->card_count = count;
    return true;
}
