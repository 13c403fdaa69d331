package io.aliquot.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappingErrorsTest {
    /** The built-in file, one place of which each case spoils. */
    private static final String GOOD = MappingFile.defaultText();

    static Stream<Arguments> spoiled() {
        return Stream.of(
                spoil("memory: nvidia.com/gpumem", "memory: nvidia.com/gpu", "resources.memory", "already vendors[0]"),
                spoil("count: nvidia.com/gpu", "count: cpu", "resources.count", "not an extended resource"),
                spoil("count: nvidia.com/gpu", "count: memory", "resources.count", "not an extended resource"),
                spoil("count: nvidia.com/gpu", "count: a.kubernetes.io/x", "resources.count", "belongs to Kubernetes"),
                spoil("count: nvidia.com/gpu", "count: requests.a/x", "resources.count", "belongs to Kubernetes"),
                spoil("count: nvidia.com/gpu", "count: NVIDIA.com/gpu", "resources.count", "qualified name"),
                spoil("count: nvidia.com/gpu", "count: nvidia.com/-gpu", "resources.count", "qualified name"),
                spoil("count: nvidia.com/gpu", "count: nvidia.com/a/b", "resources.count", "qualified name"),
                spoil("count: nvidia.com/gpu", "count: [a]", "resources.count", "must be text"),
                spoil("cores: nvidia.com/gpucores", "core: nvidia.com/gpucores", "resources.core", "known are count"),
                spoil("cores: nvidia.com/gpucores", "count: x.y/z", "resources.count", "written twice"),
                spoil("memory: MiB", "memory: GB", "units.memory", "'GB': write MiB, GiB, bytes or"),
                spoil("memory: MiB", "memory: 0", "units.memory", "whole number from 1"),
                spoil("memory: MiB", "memory: 010", "units.memory", "whole number from 1"),
                spoil("suffixed: refuse", "suffixed: maybe", "units.suffixed", "refuse or bytes"),
                spoil("cores: percent", "cores: promille", "units.cores", "percent or"),
                spoil("defaultCount: 1", "defaultCount: 33", "units.defaultCount", "from 1 to 32"),
                spoil("useUuid: nvidia.com/use-gpuuuid", "useUuid: 'a b'", "annotations.useUuid", "qualified name"),
                spoil("useUuid: nvidia.com/use", "useUuid: nvidia.com/nouse", "annotations.nouseUuid", "meaning"),
                spoil("[hami-core]", "[hami-core, mig]", "modes", "write a mig object"),
                spoil("[hami-core]", "[a, a]", "modes[1]", "listed twice"),
                spoil("[hami-core]", "hami-core", "modes", "must be a list"),
                spoil("driver: gpu.aliquot.io", "driver: GPU", "backend.driver", "DNS subdomain"),
                spoil("driver: gpu.aliquot.io", "driver: " + "a".repeat(64), "backend.driver", "at most 63"),
                spoil("driver: gpu.aliquot.io", "driver:", "backend.driver", "is missing; write the DRA driver"),
                spoil("deviceClass: gpu.aliquot.io", "deviceClass: a..b", "backend.deviceClass", "DNS subdomain"),
                spoil("shares: shares", "shares: memory", "backend.capacities", "'memory' is there twice"),
                spoil("allShares: 1000", "allShares: -1", "backend.allShares", "whole number"),
                spoil("uuid: uuid", "uuid: a\"] || true", "backend.attributes.uuid", "CEL identifier"),
                spoil("uuid: uuid", "uuid: namespace", "backend.attributes.uuid", "CEL identifier"),
                spoil("type: productName", "type: product-name", "backend.attributes.type", "CEL identifier"),
                spoil(
                        "numa: resource.kubernetes.io/numaNode",
                        "numa: numaNode",
                        "backend.attributes.numa",
                        "domain/attribute"),
                spoil("typePrefix: NVIDIA", "typePrefix: '\"'", "backend.typePrefix", "at most 32"),
                spoil("enforced: true", "enforced: yes", "backend.enforced", "true or false"),
                spoil("cardSizesMiB: []", "cardSizesMiB: [2, 1]", "cardSizesMiB", "ascending"),
                spoil("cardSizesMiB: []", "cardSizesMiB: [1, 1]", "cardSizesMiB", "ascending"),
                spoil("cardSizesMiB: []", "cardSizesMiB: [0]", "cardSizesMiB[0]", "from 1"),
                spoil("cardSizesMiB: []", "cardSizesMiB: [1,2,3,4,5,6,7,8,9]", "cardSizesMiB", "at most 8"),
                spoil("CUDA_TASK_PRIORITY", "A=B", "priorityEnv", "letters, digits and '_'"),
                spoil(
                        "draSchedulers: []",
                        "draSchedulers: [hami-scheduler]",
                        "pods.draSchedulers",
                        "legacySchedulers too"),
                spoil("draSchedulers: []", "draSchedulers: [default-scheduler]", "pods", "leave it out"),
                spoil("allowPrivileged: false", "allowPrivileged: 0", "pods.allowPrivileged", "true or false"),
                spoil("[hami.io/webhook", "['hami.io/web hook'", "pods.ignoreLabels[0]", "qualified name"),
                spoil("name: nvidia", "name: Nvidia!", "name", "lower-case"),
                spoil("vendors:", "vendor:", "vendors", "at least one entry"),
                spoil("pods:", "pod:", "pod", "known are vendors, pods"));
    }

    private static Arguments spoil(String good, String bad, String path, String message) {
        assertTrue(GOOD.contains(good), good);
        return Arguments.of(good, bad, path, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("spoiled")
    void an_error_names_the_field_and_says_what_to_write(String good, String bad, String path, String message) {
        List<String> errors = errors(GOOD.replaceFirst(Pattern.quote(good), Matcher.quoteReplacement(bad)));
        assertTrue(
                errors.stream()
                        .anyMatch(error ->
                                error.matches("(vendors\\[0]\\.)?" + Pattern.quote(path) + "( \\(line [0-9]+\\))?: .*")
                                        && error.contains(message)),
                errors::toString);
    }

    @Test
    void all_errors_come_at_once() {
        List<String> errors = errors(GOOD.replace("memory: MiB", "memory: GB")
                .replace("driver: gpu.aliquot.io", "driver: GPU")
                .replace("hideCards: true", "hideCard: true")
                .replace("priorityEnv: CUDA_TASK_PRIORITY", "priorityEnv: ''"));
        assertEquals(4, errors.size(), errors::toString);
    }

    @Test
    void a_name_in_two_entries_is_refused_with_both_places() {
        String second = GOOD.substring(GOOD.indexOf("  - name"), GOOD.indexOf("pods:"));
        List<String> errors = errors(GOOD.replace("pods:", second + "pods:"));
        assertEquals(6, errors.size(), errors::toString);
        assertTrue(
                errors.get(1).matches("vendors\\[1]\\.resources\\.count: .*already vendors\\[0]\\.resources\\.count.*"),
                errors.get(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing",
                "~",
                "---\n---\n",
                "[",
                "a: b: c",
                "\t",
                "[]",
                "text",
                "vendors: []",
                "vendors: 1",
                "vendors: [1]",
                "vendors: [~]",
                "? [a]\n: b",
                "&a [*a]",
                "vendors: &a [*a]",
                "\u0000",
                "!!java.net.URL x",
                "a: *b"
            })
    void what_is_no_mapping_gets_an_error_and_no_exception(String yaml) {
        assertFalse(errors(yaml).isEmpty());
    }

    @Test
    void a_deep_or_huge_file_is_refused() {
        assertFalse(errors("[".repeat(100_000)).isEmpty());
        assertFalse(errors("x".repeat((1 << 20) + 1)).isEmpty());
    }

    @Property
    void any_text_is_answered(@ForAll String text) {
        MappingFile.parse(text);
    }

    private static List<String> errors(String yaml) {
        MappingResult result = MappingFile.parse(yaml);
        return assertInstanceOf(MappingResult.Invalid.class, result, result::toString)
                .errors();
    }
}
