/* From the driver's card numbers to shares. */
#ifndef ALIQUOT_CARDS_H
#define ALIQUOT_CARDS_H

#include "cuda_api.h"
#include "share.h"

#define CARDS_MAX 64

/* The share of a card, NULL when the card is not limited. Attached at first use; a load afterwards. */
struct share *card_share(CUdevice card);
/* Attaches the shares of all cards: after cuInit, so that the process can be seen from its start. */
void cards_attach_all(void);
/* The limit of a card, for those who only look: attaches nothing, reports nothing. */
bool cards_limit(int card, const uint8_t uuid[16], struct aliquot_limit *limit);
/* "GPU-8-4-4-4-12". */
void cards_uuid_text(const uint8_t uuid[16], char text[48]);
/* Bytes of the card itself. */
uint64_t card_total(CUdevice card);
/* Number of cards that the program sees. */
int cards_count(void);
/* Sets a flag for this process in all attached regions and for later ones. */
void cards_flag(uint32_t flag);

#endif
