package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Backend;
import io.aliquot.model.Card;
import io.aliquot.model.MemoryRequest;
import io.aliquot.model.MigBackend;
import io.aliquot.model.Problem.Reason;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes the template of a claim in the form in which the API server stores it, so that the two can be compared. */
final class TemplateWriter {
    private final List<Card> cards;
    private final Set<String> takenNames;
    private final Findings findings;

    TemplateWriter(List<Card> cards, Set<String> takenNames, Findings findings) {
        this.cards = cards;
        this.takenNames = takenNames;
        this.findings = findings;
    }

    /** The claim's template; empty when a reason to refuse was found. {@code path} is where the request stands. */
    Optional<Template> write(Claim claim, String path) {
        Optional<MigBackend> mig = claim.selection().mig() ? claim.vendor().mig() : Optional.empty();
        Backend backend = mig.map(MigBackend::backend).orElse(claim.vendor().backend());
        ArrayNode requests = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < claim.request().cards(); i++) {
            String name = Claim.requestName(i);
            Optional<ObjectNode> request =
                    mig.isPresent() ? migRequest(claim, mig.get(), name, path) : request(claim, name, path);
            if (request.isEmpty()) {
                return Optional.empty();
            }
            requests.add(request.get());
        }
        ObjectNode spec = spec(claim, backend, requests);
        return Optional.of(new Template(TemplateName.of(spec, takenNames), spec));
    }

    private Optional<ObjectNode> request(Claim claim, String name, String path) {
        RequestWriter writer =
                new RequestWriter(claim.vendor().backend(), claim.selection().selectors());
        if (!(claim.request().memory() instanceof MemoryRequest.Percent percent)) {
            return Optional.of(writer.exactly(name, claim.request()));
        }
        List<Long> sizes = CardSizes.of(claim.vendor(), claim.selection(), cards);
        if (sizes.isEmpty() || sizes.size() > CardSizes.MAX) {
            findings.refuse(Reason.CARD_SIZE_UNKNOWN, path, unknownSize(claim));
            return Optional.empty();
        }
        return Optional.of(writer.percentage(name, claim.request(), percent, sizes));
    }

    private static String unknownSize(Claim claim) {
        return "a percentage of memory needs the size of the cards, and no card that this pod may use is known (or they"
                + " have more than " + CardSizes.MAX + " different sizes); ask for memory in MiB, or list at most "
                + CardSizes.MAX + " sizes as cardSizesMiB of the mapping "
                + claim.vendor().name();
    }

    private Optional<ObjectNode> migRequest(Claim claim, MigBackend mig, String name, String path) {
        RequestWriter writer =
                new RequestWriter(mig.backend(), claim.selection().selectors());
        List<Long> profiles = mig.profilesMib();
        List<Long> fitting = switch (claim.request().memory()) {
            case MemoryRequest.Whole() -> profiles.subList(profiles.size() - 1, profiles.size());
            case MemoryRequest.Mib(long mib) ->
                profiles.stream().filter(profile -> profile >= mib).toList();
            case MemoryRequest.Percent(int percent, long atLeast) -> List.of();
        };
        if (fitting.isEmpty()) {
            findings.refuse(
                    Reason.MODE,
                    path,
                    "no MIG profile fits; write the memory in MiB, at most " + profiles.getLast() + " of the mapping "
                            + claim.vendor().name());
            return Optional.empty();
        }
        return Optional.of(writer.sized(name, fitting));
    }

    private static ObjectNode spec(Claim claim, Backend backend, ArrayNode requests) {
        ObjectNode spec = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = spec.putObject("metadata");
        ObjectNode annotations = claim.selection().annotations().deepCopy();
        annotations.put(Marks.REQUEST, CanonicalJson.of(claim.numbers()));
        metadata.set("annotations", CanonicalJson.sorted(annotations));
        metadata.putObject("labels").put(Template.MANAGED_BY, Template.ALIQUOT);
        ObjectNode devices = spec.putObject("spec").putObject("devices");
        if (claim.request().cards() > 1) {
            devices.set("constraints", constraints(claim, backend));
        }
        devices.set("requests", requests);
        return spec;
    }

    /** Requests of one claim may land on one card unless a constraint keeps them apart. */
    private static ArrayNode constraints(Claim claim, Backend backend) {
        ArrayNode constraints = JsonNodeFactory.instance.arrayNode();
        constraints
                .addObject()
                .put("distinctAttribute", backend.driver() + "/" + backend.uuidAttribute())
                .set("requests", requestNames(claim));
        if (claim.selection().numaBind()) {
            backend.numaAttribute()
                    .ifPresent(numa ->
                            constraints.addObject().put("matchAttribute", numa).set("requests", requestNames(claim)));
        }
        return constraints;
    }

    private static ArrayNode requestNames(Claim claim) {
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < claim.request().cards(); i++) {
            names.add(Claim.requestName(i));
        }
        return names;
    }
}
