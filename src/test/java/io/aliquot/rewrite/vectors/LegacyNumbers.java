package io.aliquot.rewrite.vectors;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads a row of the full product: one container called {@code c}, the same numbers in limits and requests. */
final class LegacyNumbers {
    private static final Map<String, String> COLUMNS = Map.of(
            "gpu", "nvidia.com/gpu",
            "gpumem", "nvidia.com/gpumem",
            "percentage", "nvidia.com/gpumem-percentage",
            "gpucores", "nvidia.com/gpucores",
            "priority", "nvidia.com/priority");

    private LegacyNumbers() {}

    static LegacyRow row(Map<String, String> cells) {
        String message = cell(cells, "message");
        Verdict verdict = cell(cells, "allowed").equals("true") ? verdict(cells) : Verdict.DENIED;
        return new LegacyRow(cells.toString(), pod(cells), verdict, message);
    }

    private static Verdict verdict(Map<String, String> cells) {
        long cards = Long.parseLong(cell(cells, "nums"));
        long memory = DesignTable.memory(
                Long.parseLong(cell(cells, "memreq_mib")), Long.parseLong(cell(cells, "mem_percentage")));
        String priority = cell(cells, "task_priority_env");
        return new Verdict(
                false,
                cell(cells, "schedulerName").equals("hami-scheduler"),
                cards <= 0
                        ? List.of()
                        : List.of(new Verdict.Gets("c", false, cards, memory, Long.parseLong(cell(cells, "cores")))),
                priority.equals("-") ? Map.of() : Map.of("c/CUDA_TASK_PRIORITY", priority));
    }

    private static ObjectNode pod(Map<String, String> cells) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", "p").put("namespace", "d");
        ObjectNode spec = pod.putObject("spec").put("schedulerName", "default-scheduler");
        ObjectNode container =
                spec.putArray("containers").addObject().put("name", "c").put("image", "i");
        ObjectNode limits = JsonNodeFactory.instance.objectNode();
        COLUMNS.forEach((column, name) -> {
            if (!cell(cells, column).equals("-")) {
                limits.put(name, cell(cells, column));
            }
        });
        if (!limits.isEmpty()) {
            container.putObject("resources").<ObjectNode>set("limits", limits).set("requests", limits.deepCopy());
        }
        return pod;
    }

    private static String cell(Map<String, String> cells, String column) {
        return Objects.requireNonNull(cells.get(column), column);
    }
}
