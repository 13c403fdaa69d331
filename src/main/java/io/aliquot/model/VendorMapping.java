package io.aliquot.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names, units and back end of one kind of card.
 *
 * @param name name of the entry, for messages
 * @param resources literal resource names; any key may be missing
 * @param annotations annotation names; any kind may be missing
 * @param units how the numbers are read
 * @param backend the driver that serves the requests
 * @param mig the back end for vgpu-mode mig, when there is one
 * @param modes card modes besides mig that this back end serves ({@code hami-core})
 * @param cardSizesMib memory of the cards in MiB, used for percentages while no card is known
 * @param priorityEnv variable that carries the priority into the container
 */
public record VendorMapping(
        String name,
        Map<LegacyKey, String> resources,
        Map<AnnotationKind, String> annotations,
        Units units,
        Backend backend,
        Optional<MigBackend> mig,
        Set<String> modes,
        List<Long> cardSizesMib,
        String priorityEnv) {
    public VendorMapping {
        resources = Map.copyOf(resources);
        annotations = Map.copyOf(annotations);
        modes = Set.copyOf(modes);
        cardSizesMib = List.copyOf(cardSizesMib);
    }
}
