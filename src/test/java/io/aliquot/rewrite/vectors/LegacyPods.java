package io.aliquot.rewrite.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a recorded pod. */
final class LegacyPods {
    private LegacyPods() {}

    static LegacyRow row(JsonNode line) {
        JsonNode oracle = line.path("oracle");
        String message = oracle.path("message").asText();
        boolean allowed = oracle.path("allowed").asBoolean();
        return new LegacyRow(
                line.path("id").asText(),
                line.path("pod"),
                message.equals("other-scheduler") ? Verdict.UNTOUCHED : allowed ? verdict(oracle) : Verdict.DENIED,
                allowed ? "" : message);
    }

    private static Verdict verdict(JsonNode oracle) {
        List<Verdict.Gets> gets = new ArrayList<>();
        for (JsonNode c : oracle.path("containers")) {
            if (c.path("nums").asLong() > 0) {
                gets.add(new Verdict.Gets(
                        c.path("name").asText(),
                        c.path("init").asBoolean() && !c.path("sidecar").asBoolean(),
                        c.path("nums").asLong(),
                        DesignTable.memory(
                                c.path("memreq_mib").asLong(),
                                c.path("mem_percentage").asLong()),
                        c.path("cores").asLong()));
            }
        }
        Map<String, String> env = new HashMap<>();
        oracle.path("env_added")
                .forEach(e -> env.put(
                        e.path("container").asText() + "/" + e.path("name").asText(),
                        e.path("value").asText()));
        return new Verdict(false, oracle.path("schedulerName").asText().equals("hami-scheduler"), gets, env);
    }
}
