package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Backend;
import io.aliquot.model.Card;
import io.aliquot.model.MemoryRequest;
import io.aliquot.model.MigBackend;
import io.aliquot.model.Problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Writes the template of a claim in the form in which the API server stores it, so that the two can be compared. */
final class TemplateWriter {
    private final List<Card> cards;
    private final Set<String> takenNames;
    private final Findings findings;
    private final List<Written> written = new ArrayList<>();

    /** What a claim became; the containers of a pod often ask for the same. */
    private record Written(Claim claim, boolean together, Template template) {
        boolean isFor(Claim other, boolean otherTogether) {
            return together == otherTogether
                    && claim.vendor().equals(other.vendor())
                    && claim.selection().equals(other.selection())
                    && claim.request().equals(other.request())
                    && claim.numbers().equals(other.numbers());
        }
    }

    TemplateWriter(List<Card> cards, Set<String> takenNames, Findings findings) {
        this.cards = cards;
        this.takenNames = takenNames;
        this.findings = findings;
    }

    /**
     * The claim's template; empty when a reason to refuse was found.
     *
     * @param together whether its cards may be one request; otherwise each is one, for containers that use some of them
     * @param path where the request stands
     */
    Optional<Template> write(Claim claim, boolean together, String path) {
        for (Written before : written) {
            if (before.isFor(claim, together)) {
                return Optional.of(before.template());
            }
        }
        Optional<Template> template = make(claim, together, path);
        template.ifPresent(made -> written.add(new Written(claim, together, made)));
        return template;
    }

    private Optional<Template> make(Claim claim, boolean together, String path) {
        Optional<MigBackend> mig = claim.selection().mig() ? claim.vendor().mig() : Optional.empty();
        Backend backend = mig.map(MigBackend::backend).orElse(claim.vendor().backend());
        RequestWriter writer = new RequestWriter(backend, claim.selection().selectors());
        Optional<Function<String, ObjectNode>> named =
                mig.isPresent() ? mig(claim, mig.get(), writer, path) : share(claim, writer, path);
        return named.map(request -> {
            ObjectNode spec = spec(claim, backend, requests(claim, together, request));
            return new Template(TemplateName.of(spec, takenNames), spec);
        });
    }

    /**
     * The claim's requests, one for each card; they differ in nothing but their names. Those with alternatives stay
     * apart: each card may be of another size.
     */
    private static ArrayNode requests(Claim claim, boolean together, Function<String, ObjectNode> named) {
        ArrayNode requests = JsonNodeFactory.instance.arrayNode();
        ObjectNode first = named.apply(Claim.requestName(0));
        if (together && first.get("exactly") instanceof ObjectNode exactly) {
            exactly.put("count", claim.request().cards());
            return requests.add(first);
        }
        requests.add(first);
        for (int i = 1; i < claim.request().cards(); i++) {
            requests.add(named.apply(Claim.requestName(i)));
        }
        return requests;
    }

    private Optional<Function<String, ObjectNode>> share(Claim claim, RequestWriter writer, String path) {
        if (!(claim.request().memory() instanceof MemoryRequest.Percent percent)) {
            return Optional.of(name -> writer.exactly(name, claim.request()));
        }
        List<Long> sizes = CardSizes.of(claim.vendor(), claim.selection(), cards);
        if (sizes.isEmpty() || sizes.size() > CardSizes.MAX) {
            findings.refuse(Reason.CARD_SIZE_UNKNOWN, path, unknownSize(claim));
            return Optional.empty();
        }
        return Optional.of(name -> writer.percentage(name, claim.request(), percent, sizes));
    }

    private static String unknownSize(Claim claim) {
        return "a percentage of memory needs the size of the cards, and no card that this pod may use is known (or they"
                + " have more than " + CardSizes.MAX + " different sizes); ask for memory in MiB, or list at most "
                + CardSizes.MAX + " sizes as cardSizesMiB of the mapping "
                + claim.vendor().name();
    }

    private Optional<Function<String, ObjectNode>> mig(Claim claim, MigBackend mig, RequestWriter writer, String path) {
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
        return Optional.of(name -> writer.sized(name, fitting));
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
            ArrayNode constraints = constraints(claim, backend, requests);
            if (!constraints.isEmpty()) {
                devices.set("constraints", constraints);
            }
        }
        devices.set("requests", requests);
        return spec;
    }

    /** Requests of one claim may land on one card unless a constraint keeps them apart; devices of one request do not. */
    private static ArrayNode constraints(Claim claim, Backend backend, ArrayNode requests) {
        ArrayNode constraints = JsonNodeFactory.instance.arrayNode();
        if (requests.size() > 1) {
            constraints
                    .addObject()
                    .put("distinctAttribute", backend.driver() + "/" + backend.uuidAttribute())
                    .set("requests", names(requests));
        }
        if (claim.selection().numaBind()) {
            backend.numaAttribute()
                    .ifPresent(numa ->
                            constraints.addObject().put("matchAttribute", numa).set("requests", names(requests)));
        }
        return constraints;
    }

    private static ArrayNode names(ArrayNode requests) {
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        requests.forEach(request -> names.add(request.get("name")));
        return names;
    }
}
