package io.aliquot.e2e;

import io.aliquot.model.Card;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Cards in place of those that the cluster has, until it is closed. */
final class Cards implements AutoCloseable {
    private static final String DRIVER = "gpu.aliquot.io";

    private final KubernetesClient admin;
    private final List<ResourceSlice> before;

    /** {@code nodes} says which existing node has which cards. */
    Cards(KubernetesClient admin, Map<String, List<Card>> nodes) {
        this.admin = admin;
        before = slices();
        show(nodes);
    }

    private List<ResourceSlice> slices() {
        return admin.resources(ResourceSlice.class).list().getItems();
    }

    /** Other cards again. */
    void show(Map<String, List<Card>> nodes) {
        admin.resources(ResourceSlice.class).delete();
        nodes.forEach((node, cards) -> cards.stream()
                .collect(Collectors.groupingBy(Card::driver))
                .forEach((driver, ofDriver) ->
                        admin.resource(slice(node, driver, ofDriver)).create()));
    }

    /** Cards with UUIDs {@code GPU-<node>-0} and so on. */
    static List<Card> of(String node, String type, long memoryMib, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Card(DRIVER, memoryMib, Optional.of("GPU-" + node + "-" + i), Optional.of(type)))
                .toList();
    }

    /** As the node driver publishes them. The first half of the cards is on NUMA node 0, the rest on 1. */
    private static String slice(String node, String driver, List<Card> cards) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: %1$s-%2$s}
                spec:
                  driver: %2$s
                  nodeName: %1$s
                  pool: {name: %1$s, generation: 1, resourceSliceCount: 1}
                  devices:
                %3$s""".formatted(
                        node,
                        driver,
                        IntStream.range(0, cards.size())
                                .mapToObj(i -> device(i, cards.get(i), 2 * i / cards.size()))
                                .collect(Collectors.joining()));
    }

    private static String device(int index, Card card, int numa) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("type", "string: aliquot-gpu");
        card.uuid().ifPresent(uuid -> attributes.put("uuid", "string: " + uuid));
        card.type().ifPresent(type -> attributes.put("productName", "string: " + type));
        attributes.put("resource.kubernetes.io/numaNode", "int: " + numa);
        String shown = attributes.entrySet().stream()
                .map(each -> each.getKey() + ": {" + each.getValue() + "}")
                .collect(Collectors.joining(", "));
        return """
                  - name: gpu-%1$d
                    allowMultipleAllocations: true
                    attributes: {%2$s}
                    capacity:
                      memory: {value: %3$dMi, requestPolicy: {default: %3$dMi, validRange: {min: 1Mi, step: 1Mi}}}
                      cores: {value: "100", requestPolicy: {default: "0", validRange: {min: "0", step: "1"}}}
                      shares: {value: 1k, requestPolicy: {default: "100", validRange: {min: "1", step: "1"}}}
                """.formatted(index, shown, card.memoryMib());
    }

    @Override
    public void close() {
        admin.resources(ResourceSlice.class).delete();
        before.forEach(slice -> {
            slice.getMetadata().setResourceVersion(null);
            slice.getMetadata().setUid(null);
            admin.resource(slice).create();
        });
    }
}
