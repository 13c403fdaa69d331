import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import io.fabric8.zjsonpatch.JsonPatch;
import java.io.File;
import java.io.IOException;
import java.util.List;

/** Shows what stands in admission reviews, for run.sh; fails when an answer is not the expected one. */
final class Show {
    private static final JsonMapper JSON = new JsonMapper();
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .build();
    private static final boolean COLOURS = System.console() != null && System.console().isTerminal();

    private Show() {}

    public static void main(String[] args) throws IOException {
        JsonNode first = JSON.readTree(new File(args[1]));
        switch (args[0]) {
            case "request" -> System.out.print(YAML.writeValueAsString(readable(first.at("/request/object"))));
            case "diff" -> diff(first.at("/request/object"), JSON.readTree(new File(args[2])).path("response"));
            case "patch" -> patch(first.path("response")).forEach(each -> System.out.println("  " + each));
            case "warnings" -> warnings(first.path("response"));
            case "refusal" -> refusal(first.path("response"));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void diff(JsonNode pod, JsonNode response) throws IOException {
        expect(response.path("allowed").asBoolean(), "the pod was refused: " + response);
        List<String> before = lines(pod);
        List<String> after = lines(JsonPatch.apply(patch(response), pod));
        expect(!before.equals(after), "nothing changed");
        UnifiedDiffUtils.generateUnifiedDiff("before", "after", before, DiffUtils.diff(before, after), 3)
                .forEach(line -> System.out.println(coloured(line)));
    }

    private static void warnings(JsonNode response) {
        expect(response.path("allowed").asBoolean(), "the pod was refused: " + response);
        expect(!response.path("warnings").isEmpty(), "there is no warning");
        response.path("warnings").forEach(each -> System.out.println("Warning: " + each.asText()));
    }

    private static void refusal(JsonNode response) {
        expect(!response.path("allowed").asBoolean(true), "the pod was accepted");
        String message = response.at("/status/message").asText();
        expect(message.lines().count() > 1, "there is only one reason: " + message);
        System.out.println("denied, code " + response.at("/status/code").asInt() + ":");
        message.lines().forEach(line -> System.out.println("  " + line));
    }

    private static JsonNode patch(JsonNode response) throws IOException {
        return JSON.readTree(response.path("patch").binaryValue());
    }

    private static List<String> lines(JsonNode pod) throws IOException {
        return YAML.writeValueAsString(readable(pod)).lines().toList();
    }

    /** Without what the API server adds to every pod. */
    private static JsonNode readable(JsonNode pod) {
        ObjectNode copy = pod.deepCopy();
        ((ObjectNode) copy.path("metadata")).remove(List.of("managedFields", "uid", "creationTimestamp"));
        copy.remove("status");
        ((ObjectNode) copy.path("spec")).remove(List.of("volumes", "tolerations", "priority", "preemptionPolicy",
                "enableServiceLinks", "dnsPolicy", "serviceAccount", "serviceAccountName", "securityContext",
                "terminationGracePeriodSeconds", "restartPolicy"));
        copy.path("spec").path("containers").forEach(container -> ((ObjectNode) container)
                .remove(List.of("volumeMounts", "terminationMessagePath", "terminationMessagePolicy", "imagePullPolicy")));
        return copy;
    }

    private static String coloured(String line) {
        if (!COLOURS || line.isEmpty()) {
            return line;
        }
        return switch (line.charAt(0)) {
            case '+' -> "\u001b[32m" + line + "\u001b[0m";
            case '-' -> "\u001b[31m" + line + "\u001b[0m";
            default -> line;
        };
    }

    private static void expect(boolean right, String complaint) {
        if (!right) {
            System.err.println(complaint);
            System.exit(1);
        }
    }
}
