package io.aliquot.rewrite.reading;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Quantity;
import io.aliquot.rewrite.Template;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The form in which the API server stores a template; a template that is sent must already have it. */
public final class CanonicalForm {
    private static final int MAX_REQUESTS = 32;
    private static final int MAX_SELECTOR_LENGTH = 10 * 1024;

    private CanonicalForm() {}

    public static List<String> faults(Template template) {
        List<String> faults = new ArrayList<>();
        if (!template.name().matches("aliquot-[0-9a-f]{16}")) {
            faults.add("name " + template.name());
        }
        JsonNode spec = template.spec();
        if (!spec.at("/metadata/labels/app.kubernetes.io~1managed-by").asText().equals("aliquot")) {
            faults.add("claims are not labelled");
        }
        JsonNode requests = spec.at("/spec/devices/requests");
        if (requests.isEmpty() || requests.size() > MAX_REQUESTS) {
            faults.add(requests.size() + " requests");
        }
        for (JsonNode request : requests) {
            if (request.has("exactly") == request.has("firstAvailable")) {
                faults.add("request is neither exactly nor firstAvailable: " + request);
            }
            if (request.has("exactly")) {
                way(request.get("exactly"), faults);
            }
            request.path("firstAvailable").forEach(way -> way(way, faults));
        }
        return faults;
    }

    private static void way(JsonNode way, List<String> faults) {
        if (!way.path("allocationMode").asText().equals("ExactCount")
                || way.path("count").asLong() < 1) {
            faults.add("defaults are missing: " + way);
        }
        if (way.path("deviceClassName").asText().isEmpty()) {
            faults.add("no device class: " + way);
        }
        if (way.has("capacity") && way.at("/capacity/requests").isEmpty()) {
            faults.add("empty capacity: " + way);
        }
        way.at("/capacity/requests").properties().forEach(entry -> {
            if (!entry.getValue().isTextual() || !canonical(entry.getValue().asText())) {
                faults.add("not canonical: " + entry);
            }
        });
        for (JsonNode selector : way.path("selectors")) {
            String expression = selector.at("/cel/expression").asText();
            if (expression.isEmpty() || expression.length() > MAX_SELECTOR_LENGTH) {
                faults.add("selector of " + expression.length() + " characters");
            }
        }
    }

    /** Kubernetes' rule: the largest suffix of the written base that leaves a whole number. */
    static boolean canonical(String text) {
        Quantity quantity = Quantity.parse(text).orElse(null);
        if (quantity == null || !quantity.isWhole()) {
            return false;
        }
        return text.equals(canonical(quantity.value(), quantity.binary() ? 1024 : 1000, quantity.binary()));
    }

    private static String canonical(BigDecimal value, int base, boolean binary) {
        BigInteger number = value.toBigIntegerExact();
        String prefixes = binary ? "KMGTPE" : "kMGTPE";
        int power = 0;
        while (number.signum() != 0
                && power < prefixes.length()
                && number.mod(BigInteger.valueOf(base)).signum() == 0) {
            number = number.divide(BigInteger.valueOf(base));
            power++;
        }
        return number + (power == 0 ? "" : prefixes.charAt(power - 1) + (binary ? "i" : ""));
    }
}
