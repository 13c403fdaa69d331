package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.GpuRequest;
import io.aliquot.model.VendorMapping;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Gives containers their claims. Containers that run side by side get one each. An ordinary init container runs alone,
 * so it uses an app container's claim when it fits; those that fit nowhere share one claim, the maximum over them.
 */
final class ClaimPlanner {
    private final IdentityHashMap<VendorMapping, Selection> selections;
    private final PodClaimNames names;
    private final List<Claim> claims = new ArrayList<>();
    private final List<ClaimUse> uses = new ArrayList<>();

    ClaimPlanner(IdentityHashMap<VendorMapping, Selection> selections, PodClaimNames names) {
        this.selections = selections;
        this.names = names;
    }

    ClaimPlan plan(List<Ask> asks) {
        List<Claim> appClaims = new ArrayList<>();
        Map<VendorMapping, List<Ask>> alone = new LinkedHashMap<>();
        for (Ask ask : asks) {
            switch (ask.container().kind()) {
                case APP -> ask.request().ifPresent(request -> appClaims.add(own(ask, request)));
                case SIDECAR -> ask.request().ifPresent(request -> own(ask, request));
                case INIT -> {}
            }
        }
        for (Ask ask : asks) {
            if (ask.container().kind() == Container.Kind.INIT && ask.request().isPresent()) {
                Optional<Claim> shared = borrowed(ask, ask.request().get(), appClaims);
                if (shared.isEmpty()) {
                    alone.computeIfAbsent(ask.vendor(), vendor -> new ArrayList<>())
                            .add(ask);
                }
            }
        }
        alone.forEach(this::forInit);
        return new ClaimPlan(claims, uses);
    }

    private Selection selection(VendorMapping vendor) {
        return Objects.requireNonNull(selections.get(vendor), "whoever asks for a card has a selection");
    }

    private Claim own(Ask ask, GpuRequest request) {
        String name = names.next("gpu-" + ask.container().name());
        Claim claim = new Claim(name, ask.vendor(), selection(ask.vendor()), request, ask.numbers());
        claims.add(claim);
        uses.add(new ClaimUse(ask.container(), claim, request.cards()));
        return claim;
    }

    private Optional<Claim> borrowed(Ask ask, GpuRequest request, List<Claim> appClaims) {
        Optional<Claim> claim = appClaims.stream()
                .filter(candidate -> candidate.vendor().equals(ask.vendor()))
                .filter(candidate -> Fit.fits(request, candidate.request()))
                .findFirst();
        claim.ifPresent(found -> uses.add(new ClaimUse(ask.container(), found, request.cards())));
        return claim;
    }

    private void forInit(VendorMapping vendor, List<Ask> asks) {
        GpuRequest largest = asks.stream()
                .flatMap(ask -> ask.request().stream())
                .reduce(Fit::larger)
                .orElseThrow();
        Claim claim = new Claim(names.next("gpu-init"), vendor, selection(vendor), largest, numbers(asks));
        claims.add(claim);
        for (Ask ask : asks) {
            ask.request().ifPresent(request -> uses.add(new ClaimUse(ask.container(), claim, request.cards())));
        }
    }

    /** One container's numbers as they are; several containers' as a list in a fixed order without repetition. */
    private static JsonNode numbers(List<Ask> asks) {
        Map<String, ObjectNode> distinct = new TreeMap<>();
        asks.forEach(ask -> distinct.put(CanonicalJson.of(ask.numbers()), ask.numbers()));
        if (distinct.size() == 1) {
            return distinct.values().iterator().next();
        }
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        distinct.values().forEach(list::add);
        return list;
    }
}
