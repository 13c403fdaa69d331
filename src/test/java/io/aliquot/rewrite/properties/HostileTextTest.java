package io.aliquot.rewrite.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.reading.Cel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** An annotation is a tenant's text: whatever it holds, it is one string constant in the expression and nothing else. */
class HostileTextTest {
    private static final Pattern GO_SPACE =
            Pattern.compile("^[\\t-\\r \\u0085\\u00a0\\p{Z}]+|[\\t-\\r \\u0085\\u00a0\\p{Z}]+$");
    private static final List<String> KINDS = List.of("use-gpuuuid", "nouse-gpuuuid", "use-gputype", "nouse-gputype");

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.of(
                "\"",
                "'",
                "\\",
                "\\\"",
                "\"]",
                ")",
                "//",
                "/*",
                "\n",
                "\r",
                "\u0000",
                "\u2028",
                "${x}",
                "{{x}}",
                "\\u0022",
                "\\x22",
                "r\"",
                "\"\"\"",
                " || true || ",
                "in",
                ",",
                "\ud800",
                "\udc00",
                "\ud83d\ude00",
                "NVIDIA-NVIDIA ",
                "a",
                "%s",
                "\u0085",
                "\u00a0",
                "\u0130",
                "\u212a");
        Arbitrary<String> made = pieces.list().ofMinSize(1).ofMaxSize(8).map(list -> String.join("", list));
        return Arbitraries.oneOf(made, Arbitraries.strings().all().ofMaxLength(30));
    }

    @Property(tries = 500)
    void no_text_leaves_its_literal(@ForAll("texts") String text) {
        for (String kind : KINDS) {
            List<String> words = words(kind, text);
            if (words.isEmpty() || !(rewrite(kind, text) instanceof Rewriting.Rewritten rewritten)) {
                continue;
            }
            CelNavigableAst hostile = selector(rewritten);
            CelNavigableAst harmless = selector(rewrite(kind, "x" + ",x".repeat(words.size() - 1)));
            assertEquals(shape(harmless), shape(hostile), kind + " " + text);
            List<String> expected = new ArrayList<>(texts(harmless));
            assertEquals(words.size(), expected.stream().filter("x"::equals).count());
            List<String> open = new ArrayList<>(words);
            expected.replaceAll(constant -> constant.equals("x") ? open.removeFirst() : constant);
            assertEquals(expected, texts(hostile), kind + " " + text);
        }
    }

    private static Rewriting rewrite(String kind, String text) {
        ObjectNode pod = (ObjectNode) Samples.json("""
                {"metadata":{"annotations":{}},
                 "spec":{"containers":[{"name":"c","resources":{"limits":{"nvidia.com/gpumem":"1"}}}]}}""");
        ((ObjectNode) pod.at("/metadata/annotations")).put("nvidia.com/" + kind, text);
        return Samples.create(pod);
    }

    private static CelNavigableAst selector(Rewriting rewriting) {
        assertTrue(rewriting instanceof Rewriting.Rewritten, rewriting.toString());
        JsonNode request = ((Rewriting.Rewritten) rewriting)
                .templates()
                .getFirst()
                .spec()
                .at("/spec/devices/requests/0/exactly/selectors");
        assertEquals(1, request.size());
        return CelNavigableAst.fromAst(
                Cel.compile(request.at("/0/cel/expression").asText()));
    }

    /** The kinds of all nodes, in order. */
    private static String shape(CelNavigableAst ast) {
        return ast.getRoot().allNodes().map(node -> node.getKind().name()).collect(Collectors.joining(" "));
    }

    private static List<String> texts(CelNavigableAst ast) {
        return ast.getRoot()
                .allNodes()
                .filter(node -> node.getKind() == Kind.CONSTANT)
                .map(CelNavigableExpr::expr)
                .filter(expr -> expr.constant().getKind() == CelConstant.Kind.STRING_VALUE)
                .map(expr -> expr.constant().stringValue())
                .toList();
    }

    /** What the annotation says, read by the old system's rules; half a surrogate pair has no place in UTF-8. */
    private static List<String> words(String kind, String text) {
        Stream<String> trimmed = Arrays.stream(text.split(",", -1))
                .map(word -> GO_SPACE.matcher(word).replaceAll(""))
                .filter(word -> !word.isEmpty());
        return trimmed.map(word -> kind.endsWith("type") ? registered(word) : word)
                .map(HostileTextTest::valid)
                .toList();
    }

    private static String registered(String word) {
        StringBuilder lower = new StringBuilder();
        word.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c)));
        String name = lower.toString();
        return name.startsWith("nvidia-nvidia") ? name.substring("nvidia-".length()) : name;
    }

    private static String valid(String word) {
        return word.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
