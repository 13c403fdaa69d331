package io.aliquot.claims.pending;

import io.aliquot.claims.inventory.Amount;
import io.aliquot.claims.inventory.Capacity;
import io.aliquot.claims.inventory.Device;
import io.aliquot.claims.request.Condition;
import io.aliquot.model.Backend;
import io.aliquot.model.Selector;
import java.util.List;
import java.util.Optional;

/** Whether a card passes what selectors demand, judged as the scheduler's CEL would. */
final class Eligibility {
    private final Backend backend;

    Eligibility(Backend backend) {
        this.backend = backend;
    }

    /** Whether a card passes all conditions on UUIDs. */
    boolean uuid(Device device, List<Condition> conditions) {
        return conditions.stream()
                .allMatch(condition -> !(condition instanceof Condition.OfCard(Selector.Uuid uuid))
                        || device.attribute(backend.uuidAttribute())
                                .map(uuid::accepts)
                                .orElse(!uuid.wanted()));
    }

    /** Whether a card passes all conditions on types. */
    boolean type(Device device, List<Condition> conditions) {
        return conditions.stream()
                .allMatch(condition -> !(condition instanceof Condition.OfCard(Selector.Type type))
                        || device.attribute(backend.typeAttribute())
                                .map(name -> type.accepts(name, backend.typePrefix()))
                                .orElse(!type.wanted()));
    }

    /** Whether a card has the exact memory that is demanded. */
    boolean size(Device device, List<Condition> conditions) {
        Optional<Capacity> memory = Optional.ofNullable(device.capacity().get(backend.memoryCapacity()));
        return conditions.stream()
                .allMatch(condition -> !(condition instanceof Condition.OfMemory size)
                        || memory.map(present -> present.value().compareTo(size.bytes()) == 0)
                                .orElse(false));
    }

    /** What a person calls the card. */
    String typeName(Device device) {
        return device.attribute(backend.typeAttribute()).orElse("unknown type");
    }

    /** The card's memory in MiB. */
    long memoryMib(Device device) {
        return Optional.ofNullable(device.capacity().get(backend.memoryCapacity()))
                .map(memory -> Amount.mib(memory.value()))
                .orElse(0L);
    }
}
