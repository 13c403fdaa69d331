package io.aliquot.claims.pending;

import io.aliquot.claims.inventory.Device;
import io.aliquot.claims.inventory.Inventory;
import io.aliquot.claims.request.ClaimAsk;
import io.aliquot.model.Backend;
import io.aliquot.model.Mapping;
import io.aliquot.model.MigBackend;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Says for every node with cards what a waiting pod's claims lack there. */
public final class PendingReason {
    /** An Event's message may have 1024 bytes. */
    private static final int LONGEST = 1000;

    private static final String ANY_NODE = "cards of no single node";

    private final Map<String, Backend> backends = new HashMap<>();

    /** For claims of the mapping's device classes. */
    public PendingReason(Mapping mapping) {
        mapping.vendors().stream()
                .flatMap(vendor ->
                        Stream.concat(Stream.of(vendor.backend()), vendor.mig().map(MigBackend::backend).stream()))
                .forEach(backend -> backends.putIfAbsent(backend.deviceClass(), backend));
    }

    /**
     * Why claims of one pod, none of them allocated, find no place. Empty when some node has room for all of them, so
     * that something else keeps the pod waiting, or when none of them is of a mapped class.
     */
    public Optional<String> of(List<ClaimAsk> claims, Inventory inventory) {
        List<ClaimAsk> ours = claims.stream()
                .filter(claim -> !claim.requests().isEmpty())
                .filter(claim -> backend(claim).isPresent())
                .toList();
        if (ours.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<Device>> nodes = nodes(ours, inventory);
        if (nodes.isEmpty()) {
            return Optional.of("no ResourceSlice has a card of the driver "
                    + backend(ours.getFirst()).map(Backend::driver).orElse("") + "; does its node driver run?");
        }
        List<String> shortages = new ArrayList<>();
        for (Map.Entry<String, List<Device>> node : nodes.entrySet()) {
            Optional<String> shortage = shortage(ours, inventory, node.getValue());
            if (shortage.isEmpty()) {
                return Optional.empty();
            }
            shortages.add(node.getKey() + ": " + shortage.get());
        }
        return Optional.of(joined(shortages));
    }

    private Optional<Backend> backend(ClaimAsk claim) {
        return Optional.ofNullable(
                backends.get(claim.requests().getFirst().first().deviceClass()));
    }

    private Map<String, List<Device>> nodes(List<ClaimAsk> claims, Inventory inventory) {
        List<String> drivers = claims.stream()
                .flatMap(claim -> backend(claim).map(Backend::driver).stream())
                .toList();
        Map<String, List<Device>> nodes = new TreeMap<>();
        inventory.devices().stream()
                .filter(device -> drivers.contains(device.id().driver()))
                .forEach(device -> nodes.computeIfAbsent(device.node().orElse(ANY_NODE), name -> new ArrayList<>())
                        .add(device));
        return nodes;
    }

    private Optional<String> shortage(List<ClaimAsk> claims, Inventory inventory, List<Device> cards) {
        FreeCapacity free = new FreeCapacity(inventory);
        for (ClaimAsk claim : claims) {
            Backend backend = backend(claim).orElseThrow();
            List<Device> own = cards.stream()
                    .filter(card -> card.id().driver().equals(backend.driver()))
                    .toList();
            Optional<String> shortage = new NodeFit(backend, free).place(claim, own);
            if (shortage.isPresent()) {
                return shortage;
            }
        }
        return Optional.empty();
    }

    private static String joined(List<String> shortages) {
        StringBuilder text = new StringBuilder(shortages.getFirst());
        for (int i = 1; i < shortages.size(); i++) {
            if (text.length() + shortages.get(i).length() > LONGEST - 40) {
                return text.append("; and ")
                        .append(shortages.size() - i)
                        .append(" more nodes")
                        .toString();
            }
            text.append("; ").append(shortages.get(i));
        }
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text.toString();
    }
}
