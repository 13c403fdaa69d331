/* Memory of the cards: what this process takes and gives back, in the shared state. */
#ifndef SIM_CHARGE_H
#define SIM_CHARGE_H

#include <stdint.h>

#include "cuda_types.h"
#include "sim_control.h"

/* The driver takes memory from a card in pages of this size. */
#define SIM_PAGE (2ull << 20)
#define SIM_ROUND(bytes, unit) (((uint64_t)(bytes) + (unit) - 1) / (unit) * (unit))

/* Takes bytes (a multiple of SIM_PAGE) of a card: CUDA_ERROR_OUT_OF_MEMORY when they are not free. Dead processes
 * are swept first. Host memory is only counted. */
CUresult sim_charge(int card, enum aliquot_sim_kind kind, uint64_t bytes);
void sim_credit(int card, enum aliquot_sim_kind kind, uint64_t bytes);

struct sim_memory {
    uint64_t total, used, free; /* bytes that programs can have, that all processes use, and the rest */
};
struct sim_memory sim_memory_of(int card);

#endif
