package io.aliquot.claims.request;

import io.aliquot.model.Quantity;
import io.aliquot.model.Selector;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes the CEL forms in which the rewriting writes annotations and card sizes. */
final class ConditionReader {
    private static final String LITERAL = "\"((?:[^\"\\\\]|\\\\.)*+)\"";
    private static final Pattern LITERALS = Pattern.compile(LITERAL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(.))");
    private static final Pattern MEMORY =
            Pattern.compile(".* && .*\\.compareTo\\(quantity\\(" + LITERAL + "\\)\\) == 0");
    private static final Pattern UUID = Pattern.compile("(!\\()?\"[^\"]*\" in \\S+ && device\\S+ in \\[(.*)]\\)?");
    private static final Pattern WORD = Pattern.compile(
            "(!\\()?\"[^\"]*\" in \\S+ && [(d].*?\\.lowerAscii\\(\\)\\.contains\\((" + LITERAL + ")\\)\\)?");
    private static final Pattern WORDS = Pattern.compile(
            "(!\\()?\"[^\"]*\" in \\S+ && \\[(.*)]\\.exists\\(t, .*\\.lowerAscii\\(\\)\\.contains\\(t\\)\\)\\)?");

    private ConditionReader() {}

    static Condition read(String expression) {
        return memory(expression)
                .or(() -> uuid(expression))
                .or(() -> type(WORDS, expression))
                .or(() -> type(WORD, expression))
                .orElseGet(() -> new Condition.Unread(expression));
    }

    private static Optional<Condition> memory(String expression) {
        Matcher matcher = MEMORY.matcher(expression);
        return matcher.matches()
                ? Quantity.parse(matcher.group(1)).map(size -> new Condition.OfMemory(size.value()))
                : Optional.empty();
    }

    private static Optional<Condition> uuid(String expression) {
        Matcher matcher = UUID.matcher(expression);
        return matcher.matches()
                ? Optional.of(
                        new Condition.OfCard(new Selector.Uuid(matcher.group(1) == null, literals(matcher.group(2)))))
                : Optional.empty();
    }

    private static Optional<Condition> type(Pattern form, String expression) {
        Matcher matcher = form.matcher(expression);
        return matcher.matches()
                ? Optional.of(
                        new Condition.OfCard(new Selector.Type(matcher.group(1) == null, literals(matcher.group(2)))))
                : Optional.empty();
    }

    private static List<String> literals(String list) {
        return LITERALS.matcher(list)
                .results()
                .map(literal -> ESCAPE.matcher(literal.group(1))
                        .replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape))))
                .toList();
    }

    private static String unescaped(MatchResult escape) {
        if (escape.group(3) != null) {
            return escape.group(3);
        }
        String digits = escape.group(1) != null ? escape.group(1) : escape.group(2);
        int codePoint = Integer.parseUnsignedInt(digits, 16);
        return Character.isValidCodePoint(codePoint) ? Character.toString(codePoint) : "\ufffd";
    }
}
