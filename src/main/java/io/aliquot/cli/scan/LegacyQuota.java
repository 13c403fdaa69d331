package io.aliquot.cli.scan;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Warning;
import java.util.Set;
import java.util.stream.Stream;

/** Quotas on names that pods will not carry any more, so that Kubernetes counts nothing. */
final class LegacyQuota {
    private LegacyQuota() {}

    static Stream<Warning> find(Scanned scanned) {
        if (!scanned.kind().is("", "ResourceQuota")) {
            return Stream.empty();
        }
        JsonNode hard = scanned.object().path("spec").path("hard");
        Set<String> counts = scanned.countNames();
        return scanned.resourceNames().stream()
                .flatMap(name -> Stream.of("requests.", "limits.")
                        .filter(prefix -> hard.has(prefix + name))
                        .map(prefix -> new Warning(
                                "spec.hard[" + prefix + name + "]", message(scanned, counts.contains(name)))));
    }

    private static String message(Scanned scanned, boolean count) {
        String gone =
                "is kept by the webhook alone, and shows nothing as used: rewritten pods do not carry this name; ";
        return count
                ? gone + "Kubernetes itself limits the number of cards by "
                        + String.join(
                                " or ",
                                scanned.deviceClasses().stream()
                                        .map(name -> name + ".deviceclass.resource.k8s.io/devices")
                                        .toList())
                : gone
                        + "Kubernetes itself can limit the number of cards of a device class, but not their memory or cores";
    }
}
