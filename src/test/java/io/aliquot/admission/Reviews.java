package io.aliquot.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Admission reviews as a real API server sent them, and such as it would send for a given pod. */
final class Reviews {
    private Reviews() {}

    static Stream<String> names() {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(String name) {
        try {
            return Files.readAllBytes(directory().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The creation of {@code pod}, or its update when there is an old one. */
    static ObjectNode of(JsonNode pod, Optional<JsonNode> oldPod) throws IOException {
        ObjectNode review = Client.JSON.createObjectNode();
        review.put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/v1");
        ObjectNode request = review.putObject("request");
        request.put("uid", UUID.randomUUID().toString());
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.putObject("resource").put("group", "").put("version", "v1").put("resource", "pods");
        request.put("namespace", pod.at("/metadata/namespace").asText("team"));
        request.put("operation", oldPod.isPresent() ? "UPDATE" : "CREATE").put("dryRun", false);
        // Numbers as a reader of JSON holds them, not as the reader of the YAML did.
        request.set("object", Client.JSON.readTree(pod.toString()));
        if (oldPod.isPresent()) {
            request.set("oldObject", Client.JSON.readTree(oldPod.get().toString()));
        }
        return review;
    }

    private static Path directory() {
        try {
            URL url = Objects.requireNonNull(Reviews.class.getResource("/reviews"));
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
