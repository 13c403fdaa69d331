package io.aliquot.chart;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The series and labels that an expression names. Reads what the chart's expressions are made of: selectors, functions,
 * aggregations, operators, numbers; anything else is an error, so that nothing passes unread.
 */
final class PromQl {
    private static final Pattern TOKEN =
            Pattern.compile("\\s+|[a-zA-Z_:][a-zA-Z0-9_:]*|[0-9.]+|\"[^\"]*\"|\\[[0-9]+[smhd]]|[<>!=~]+|[-+*/(){},]");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Set<String> GROUPING = Set.of("by", "without", "on", "ignoring");
    private static final Set<String> FUNCTIONS =
            Set.of("sum", "min", "max", "count", "avg", "rate", "increase", "histogram_quantile", "absent");

    private final Set<String> series = new LinkedHashSet<>();
    private final Set<String> labels = new LinkedHashSet<>();

    PromQl(String expression) {
        List<String> tokens = tokens(expression);
        boolean inLabels = false;
        for (int i = 0; i < tokens.size(); i++) {
            String token = tokens.get(i);
            if (token.equals("{") || GROUPING.contains(token)) {
                inLabels = true;
            } else if (token.equals("}") || (inLabels && token.equals(")"))) {
                inLabels = false;
            } else if (NAME.matcher(token).matches()) {
                name(token, inLabels, i + 1 < tokens.size() && tokens.get(i + 1).equals("("));
            }
        }
    }

    private void name(String token, boolean inLabels, boolean isCalled) {
        if (inLabels) {
            labels.add(token);
        } else if (!FUNCTIONS.contains(token)) {
            if (isCalled) {
                throw new IllegalArgumentException("unknown function " + token);
            }
            series.add(token);
        }
    }

    private static List<String> tokens(String expression) {
        List<String> tokens = new ArrayList<>();
        int end = 0;
        for (MatchResult match : TOKEN.matcher(expression).results().toList()) {
            if (match.start() != end) {
                break;
            }
            end = match.end();
            if (!match.group().isBlank()) {
                tokens.add(match.group());
            }
        }
        if (end != expression.length()) {
            throw new IllegalArgumentException("cannot read '" + expression.substring(end) + "' in " + expression);
        }
        return tokens;
    }

    Set<String> series() {
        return series;
    }

    Set<String> labels() {
        return labels;
    }
}
