package io.aliquot.cli.scan;

import io.aliquot.model.Warning;
import java.util.stream.Stream;

/** Workloads of Kueue, which does its sums before any pod exists. */
final class KueueQueue {
    private static final String QUEUE = "kueue.x-k8s.io/queue-name";

    private KueueQueue() {}

    static Stream<Warning> find(Scanned scanned) {
        if (!scanned.asks()) {
            return Stream.empty();
        }
        return scanned.metadata().stream()
                .filter(metadata -> metadata.node().path("labels").has(QUEUE))
                .limit(1)
                .map(metadata -> new Warning(
                        metadata.path() + ".labels[" + QUEUE + "]",
                        "Kueue counts what is written here, before the webhook sees a pod: as it was, by the old names;"
                                + " rewritten, by device class. Give the queue quota for what you submit (Kueue's"
                                + " deviceClassMappings, for "
                                + String.join(", ", scanned.deviceClasses()) + ")"));
    }
}
