#include "binding.h"

struct binding {
    struct sim_object object;
    const void *holder;
    uint64_t place;
    struct sim_vmm *vmm;
};

bool sim_binding_new(const void *holder, int card, uint64_t place, struct sim_vmm *vmm)
{
    struct binding *binding = sim_object_new(SIM_BINDING, sizeof *binding, card, NULL);
    if (!binding)
        return false;
    binding->holder = holder;
    binding->place = place;
    binding->vmm = vmm;
    vmm->mappings++;
    return true;
}

void sim_bindings_end(const void *holder, int card, uint64_t from, uint64_t to)
{
    struct binding *binding = sim_object_newest(SIM_BINDING, NULL), *older;
    for (; binding; binding = older) {
        older = sim_object_older(binding, NULL);
        if (binding->holder != holder || (card >= 0 && binding->object.card != card) || binding->place < from ||
            binding->place >= to)
            continue;
        struct sim_vmm *vmm = binding->vmm;
        sim_object_end(binding);
        vmm->mappings--;
        sim_vmm_settle(vmm);
    }
}
