package io.aliquot.claims.inventory;

import io.aliquot.model.Backend;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.model.VendorMapping;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The cards in the words of the rewriting. */
public final class Cards {
    private Cards() {}

    /** Every device of a mapped driver that has memory, once for each different reading of the mapping. */
    public static List<Card> of(Collection<Device> devices, Mapping mapping) {
        return mapping.vendors().stream()
                .map(VendorMapping::backend)
                .distinct()
                .flatMap(backend -> devices.stream().flatMap(device -> card(device, backend).stream()))
                .distinct()
                .toList();
    }

    private static Optional<Card> card(Device device, Backend backend) {
        return Stream.of(device)
                .filter(candidate -> candidate.id().driver().equals(backend.driver()))
                .flatMap(candidate -> Optional.ofNullable(candidate.capacity().get(backend.memoryCapacity())).stream())
                .map(memory -> new Card(
                        backend.driver(),
                        Amount.mib(memory.value()),
                        device.attribute(backend.uuidAttribute()),
                        device.attribute(backend.typeAttribute())))
                .findFirst();
    }
}
