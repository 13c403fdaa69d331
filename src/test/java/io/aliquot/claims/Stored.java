package io.aliquot.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.claims.request.ClaimAsk;
import io.aliquot.config.MappingFile;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Objects as a cluster stores them, for tests. */
public final class Stored {
    public static final Mapping MAPPING = MappingFile.defaults();
    public static final String DRIVER = "gpu.aliquot.io";

    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private Stored() {}

    /** A file of the folder {@code claims}. */
    public static String file(String name) {
        try (InputStream stream = Stored.class.getResourceAsStream("/claims/" + name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The slices of n1 with two cards of 81559 MiB and n2 with one of 23034 MiB. */
    public static List<ResourceSlice> slices() {
        return slices(file("slices.yaml"));
    }

    /** Slices from YAML documents. */
    public static List<ResourceSlice> slices(String yaml) {
        return Arrays.stream(yaml.split("(?m)^---$"))
                .map(document -> YAML.unmarshal(document, ResourceSlice.class))
                .toList();
    }

    /** Any object from YAML. */
    public static <T> T read(String yaml, Class<T> type) {
        return YAML.unmarshal(yaml, type);
    }

    /** A pod with one container {@code main} that has these limits, written {@code name=value name=value}. */
    public static ObjectNode pod(String name, String limits) {
        return pod(name, List.of(limits), "");
    }

    /** A pod with one container per entry of {@code limits} and annotations of the same form. */
    public static ObjectNode pod(String name, List<String> limits, String annotations) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = pod.putObject("metadata");
        metadata.put("name", name).put("namespace", "team");
        fill(metadata.putObject("annotations"), annotations);
        for (int i = 0; i < limits.size(); i++) {
            ObjectNode container = pod.withObjectProperty("spec")
                    .withArrayProperty("containers")
                    .addObject();
            container.put("name", i == 0 ? "main" : "main-" + i);
            fill(container.putObject("resources").putObject("limits"), limits.get(i));
        }
        return pod;
    }

    private static void fill(ObjectNode object, String members) {
        for (String member : members.isBlank() ? new String[0] : members.trim().split(" +")) {
            int equals = member.indexOf('=');
            object.put(full(member.substring(0, equals)), member.substring(equals + 1));
        }
    }

    private static String full(String name) {
        return name.contains("/") || List.of("cpu", "memory").contains(name) ? name : "nvidia.com/" + name;
    }

    /** The pod after its rewriting in a cluster with these cards. */
    public static Rewriting.Rewritten rewritten(JsonNode pod, List<Card> cards) {
        return rewritten(pod, cards, MAPPING);
    }

    private static Rewriting.Rewritten rewritten(JsonNode pod, List<Card> cards, Mapping mapping) {
        return (Rewriting.Rewritten) Rewriter.rewrite(RewriteInput.create(pod, mapping, cards));
    }

    /** What the claims of a pod ask for, one for each of its claims. */
    public static List<ClaimAsk> asks(JsonNode pod, List<Card> cards) {
        return asks(pod, cards, MAPPING);
    }

    /** The same in the words of another mapping. */
    public static List<ClaimAsk> asks(JsonNode pod, List<Card> cards, Mapping mapping) {
        Rewriting.Rewritten rewritten = rewritten(pod, cards, mapping);
        return claimTemplates(rewritten).stream()
                .map(template -> ClaimAsk.ofTemplate(template.spec()))
                .toList();
    }

    private static List<Template> claimTemplates(Rewriting.Rewritten rewritten) {
        return rewritten
                .pod()
                .path("spec")
                .path("resourceClaims")
                .valueStream()
                .map(claim -> rewritten.templates().stream()
                        .filter(template -> template.name()
                                .equals(claim.path("resourceClaimTemplateName").asText()))
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    /** A card of 81559 MiB and one of 23034 MiB, without names. */
    public static List<Card> cards() {
        return List.of(card(81559), card(23034));
    }

    private static Card card(long mib) {
        return new Card(DRIVER, mib, Optional.empty(), Optional.empty());
    }

    /** A claim of a pod {@code pod} that has a part of a card; {@code consumed} is written {@code memory=8Gi cores=30}. */
    public static ResourceClaim allocated(String pod, String pool, String device, String consumed) {
        return read(
                """
                metadata:
                  name: %1$s-gpu-main
                  namespace: team
                  annotations: {resource.kubernetes.io/pod-claim-name: gpu-main}
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: %1$s, uid: u}]
                spec:
                  devices:
                    requests: [{name: g0, exactly: {deviceClassName: gpu.aliquot.io}}]
                status:
                  allocation:
                    devices:
                      results:
                      - {request: g0, driver: gpu.aliquot.io, pool: %2$s, device: %3$s, consumedCapacity: {%4$s}}
                """.formatted(
                                pod,
                                pool,
                                device,
                                consumed.replace("=", ": ").replace(" c", ", c").replace(" s", ", s")),
                ResourceClaim.class);
    }
}
