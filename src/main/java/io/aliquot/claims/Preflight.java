package io.aliquot.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.claims.PreflightResult.Finding;
import io.aliquot.model.Backend;
import io.aliquot.model.Mapping;
import io.aliquot.model.MigBackend;
import io.aliquot.rewrite.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Asks the cluster whether claims with capacity work there at all. Without the feature gate the API server drops the
 * capacity of a request without a word, and every pod would get a whole card; a dry run shows it.
 */
final class Preflight {
    private static final String NAME = "aliquot-preflight";
    private static final String CAPACITY = "/spec/spec/devices/requests/0/exactly/capacity/requests";

    private final ApiServer api;
    private final Mapping mapping;

    Preflight(ApiServer api, Mapping mapping) {
        this.api = api;
        this.mapping = mapping;
    }

    PreflightResult run() {
        Optional<SupportedVersion> version = version();
        List<String> warnings =
                new ArrayList<>(version.map(SupportedVersion::warnings).orElse(List.of()));
        Optional<Finding> cardTwice = version.flatMap(this::cardTwice);
        if (cardTwice.isPresent()) {
            return new PreflightResult(cardTwice.get(), warnings);
        }
        for (Backend backend : backends().distinct().toList()) {
            Finding finding = find(backend);
            if (!(finding instanceof Finding.Works)) {
                return new PreflightResult(finding, warnings);
            }
            if (api.get(TemplatePath.deviceClass(backend.deviceClass())).code() == 404) {
                warnings.add("DeviceClass " + backend.deviceClass()
                        + " does not exist; pods stay Pending until the driver's installation creates it");
            }
        }
        return new PreflightResult(new Finding.Works(), warnings);
    }

    private Optional<Finding> cardTwice(SupportedVersion version) {
        return !mapping.pods().cardsInOneRequest() || version.givesDifferentCardsToOneRequest()
                ? Optional.empty()
                : Optional.of(new Finding.Broken("pods.cardsInOneRequest of the mapping is true, but the scheduler of "
                        + version + " may give such a request one card twice; set it to false, or upgrade to 1.36"));
    }

    private Optional<SupportedVersion> version() {
        ApiReply reply = api.get("/version");
        return reply.successful()
                ? SupportedVersion.of(
                        reply.body().path("major").asText(""),
                        reply.body().path("minor").asText(""))
                : Optional.empty();
    }

    private Stream<Backend> backends() {
        return mapping.vendors().stream()
                .flatMap(vendor ->
                        Stream.concat(Stream.of(vendor.backend()), vendor.mig().map(MigBackend::backend).stream()));
    }

    private Finding find(Backend backend) {
        ApiReply reply = api.post(TemplatePath.collection(api.namespace(), true), probe(backend));
        if (!reply.successful()) {
            return new Finding.Unknown("a dry run of a ResourceClaimTemplate in namespace " + api.namespace()
                    + " fails: " + reply.summary());
        }
        JsonNode kept = reply.body().at(CAPACITY).path(backend.memoryCapacity());
        return kept.isMissingNode()
                ? new Finding.Broken(
                        "the API server drops the capacity of requests: the feature gate DRAConsumableCapacity is"
                                + " off; enable it on API server, scheduler and kubelets (Kubernetes 1.35), or upgrade to 1.36")
                : new Finding.Works();
    }

    private ObjectNode probe(Backend backend) {
        ObjectNode spec = JsonNodeFactory.instance.objectNode();
        ObjectNode request =
                spec.putObject("spec").putObject("devices").putArray("requests").addObject();
        ObjectNode exactly =
                request.put("name", "g0").putObject("exactly").put("deviceClassName", backend.deviceClass());
        exactly.putObject("capacity").putObject("requests").put(backend.memoryCapacity(), "1Mi");
        return new Template(NAME, spec).manifest(api.namespace());
    }
}
