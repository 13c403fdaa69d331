package io.aliquot.node;

import io.aliquot.node.cdi.VendorSpecs;
import io.aliquot.node.health.Readiness;
import io.aliquot.node.inventory.Inventory;
import io.aliquot.node.inventory.Place;
import io.aliquot.nvml.Nvml;
import io.aliquot.nvml.NvmlException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Looks at the cards again and again; a library that is missing today may be there tomorrow. */
final class CardWatch {
    private static final Logger LOG = Logger.getLogger(CardWatch.class);
    private final Opening opening;
    private final VendorSpecs vendor;
    private final Path sys;
    private final Readiness readiness;
    private Optional<Nvml> nvml = Optional.empty();
    private List<String> told = List.of();

    /** Loads the library. */
    @FunctionalInterface
    interface Opening {
        Nvml open() throws NvmlException;
    }

    CardWatch(Opening opening, VendorSpecs vendor, Path sys, Readiness readiness) {
        this.opening = opening;
        this.vendor = vendor;
        this.sys = sys;
        this.readiness = readiness;
    }

    Optional<Nvml> nvml() {
        return nvml;
    }

    /** The cards now; empty when nothing is known about them. A node without cards is fine, and has none. */
    Optional<Inventory> look() {
        try {
            Nvml open = nvml.isPresent() ? nvml.get() : opening.open();
            nvml = Optional.of(open);
            Inventory inventory = Inventory.of(open.cards(), vendor.devices(), bus -> Place.of(sys, bus));
            tell(inventory.problems());
            return Optional.of(inventory);
        } catch (NvmlException e) {
            tell(List.of("The management library cannot be used, no card is offered: " + e.getMessage()));
            return Optional.empty();
        }
    }

    /** Once for each change, not at every look. */
    private void tell(List<String> problems) {
        if (!problems.equals(told)) {
            problems.forEach(LOG::warn);
            told = problems;
        }
        if (problems.stream().anyMatch(problem -> problem.contains("no CDI spec"))) {
            readiness.wrong("cards", String.join("; ", problems));
        } else {
            readiness.fine("cards");
        }
    }
}
