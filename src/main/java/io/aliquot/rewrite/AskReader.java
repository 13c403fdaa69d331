package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.GpuRequest;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.Mapping;
import io.aliquot.model.Problem.Reason;
import io.aliquot.model.VendorMapping;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the legacy names in a container and reads them, key by key, limits before requests. */
final class AskReader {
    private final Mapping mapping;
    private final Findings findings;

    AskReader(Mapping mapping, Findings findings) {
        this.mapping = mapping;
        this.findings = findings;
    }

    /** One entry per kind of card whose names the container carries. */
    List<Ask> read(Container container) {
        List<Ask> asks = new ArrayList<>();
        Map<String, VendorMapping> byDriver = new HashMap<>();
        for (VendorMapping vendor : mapping.vendors()) {
            Map<LegacyKey, Container.Quoted> values = values(container, vendor);
            if (values.isEmpty()) {
                continue;
            }
            VendorMapping other = byDriver.putIfAbsent(vendor.backend().driver(), vendor);
            if (other != null) {
                findings.refuse(
                        Reason.TWO_MAPPINGS,
                        container.path() + ".resources",
                        "asks in the words of both " + other.name() + " and " + vendor.name()
                                + ", which are one driver (" + vendor.backend().driver() + "); keep one of them");
            }
            asks.add(ask(container, vendor, values));
        }
        return asks;
    }

    private static Map<LegacyKey, Container.Quoted> values(Container container, VendorMapping vendor) {
        Map<LegacyKey, Container.Quoted> values = new EnumMap<>(LegacyKey.class);
        vendor.resources().forEach((key, name) -> container.legacy(name).ifPresent(value -> values.put(key, value)));
        return values;
    }

    private Ask ask(Container container, VendorMapping vendor, Map<LegacyKey, Container.Quoted> values) {
        RequestReader reader = new RequestReader(vendor, values, findings);
        Optional<GpuRequest> request = reader.read();
        Optional<Long> priority =
                Optional.ofNullable(values.get(LegacyKey.PRIORITY)).flatMap(this::priority);
        return new Ask(container, vendor, request, reader.wantsShare(), priority, numbers(vendor, values));
    }

    private Optional<Long> priority(Container.Quoted quoted) {
        Optional<Long> priority = new Numbers(findings).whole(quoted);
        if (priority.isPresent() && priority.get() > 1) {
            findings.warn(quoted.path(), priority.get() + " is read as 1 (low); only 0 (high) and 1 (low) exist");
        }
        return priority.map(value -> Math.min(value, 1));
    }

    private static ObjectNode numbers(VendorMapping vendor, Map<LegacyKey, Container.Quoted> values) {
        ObjectNode numbers = JsonNodeFactory.instance.objectNode();
        values.forEach((key, quoted) -> numbers.put(vendor.resources().get(key), plain(quoted)));
        return CanonicalJson.sorted(numbers);
    }

    /** 3k and 3000 are the same request and must give the same template. */
    private static String plain(Container.Quoted quoted) {
        return quoted.quantity()
                .filter(quantity -> !quantity.binary() && quantity.isWhole())
                .map(quantity -> quantity.value().setScale(0).toPlainString())
                .orElseGet(() -> quoted.value().asText(""));
    }
}
