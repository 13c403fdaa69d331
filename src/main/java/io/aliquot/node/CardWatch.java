package io.aliquot.node;

import io.aliquot.node.api.Complaints;
import io.aliquot.node.cdi.VendorSpecs;
import io.aliquot.node.health.Readiness;
import io.aliquot.node.inventory.Inventory;
import io.aliquot.node.inventory.Place;
import io.aliquot.nvml.DriverRoot;
import io.aliquot.nvml.GpuCards;
import io.aliquot.nvml.Nvml;
import io.aliquot.nvml.NvmlException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Looks at the cards again and again; a library that is missing today may be there tomorrow. */
final class CardWatch {
    private static final String UNUSABLE = "The management library cannot be used, no card is offered: ";
    private final Opening opening;
    private final VendorSpecs vendor;
    private final DriverRoot root;
    private final Path sys;
    private final Readiness readiness;
    private Optional<Nvml> nvml = Optional.empty();
    private final Complaints complaints;
    private String problem = "";

    /** Loads the library. */
    @FunctionalInterface
    interface Opening {
        Nvml open() throws NvmlException;
    }

    CardWatch(
            Opening opening,
            VendorSpecs vendor,
            DriverRoot root,
            Path sys,
            Readiness readiness,
            Complaints complaints) {
        this.opening = opening;
        this.vendor = vendor;
        this.root = root;
        this.sys = sys;
        this.readiness = readiness;
        this.complaints = complaints;
    }

    Optional<Nvml> nvml() {
        return nvml;
    }

    /** Why nothing was known of the cards when they were looked at last. */
    String problem() {
        return problem;
    }

    /** The cards now; empty when nothing is known about them. A node without cards is fine, and has none. */
    Optional<Inventory> look() {
        try {
            Nvml open = nvml.isPresent() ? nvml.get() : opening.open();
            nvml = Optional.of(open);
            GpuCards found = open.cards();
            Inventory inventory = Inventory.of(
                            found.cards(), vendor.devices(), root.cdiCommand(), bus -> Place.of(sys, bus))
                    .withProblems(found.silent());
            tell(inventory.problems());
            return Optional.of(inventory);
        } catch (NvmlException e) {
            problem = UNUSABLE + e.getMessage();
            tell(List.of(problem));
            return Optional.empty();
        }
    }

    private void tell(List<String> problems) {
        complaints.tell("CardNotOffered", problems);
        if (problems.stream().anyMatch(problem -> problem.contains("no CDI spec"))) {
            readiness.wrong("cards", String.join("; ", problems));
        } else {
            readiness.fine("cards");
        }
    }
}
