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
/* Bytes of the card itself. */
uint64_t card_total(CUdevice card);
/* Number of cards that the program sees. */
int cards_count(void);
/* Sets a flag for this process in all attached regions and for later ones. */
void cards_flag(uint32_t flag);

#endif
