package io.aliquot.chart;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Prometheus reads from a program, in its text format. */
final class Exposition {
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:]+)(?:\\{(.*)})? [^ ]+");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    /** A series as its HELP and TYPE lines tell it. */
    record Family(String name, String type, String help) {}

    private final List<Family> families = new ArrayList<>();
    private final Map<String, Set<String>> labels = new TreeMap<>();
    private String help = "";

    Exposition(String text) {
        text.lines().forEach(this::read);
    }

    private void read(String line) {
        String[] words = line.split(" ", 4);
        if (line.startsWith("# HELP ")) {
            help = words.length > 3 ? words[3].strip() : "";
        } else if (line.startsWith("# TYPE ")) {
            families.add(new Family(words[2], words[3].strip(), help));
        } else {
            sample(SAMPLE.matcher(line));
        }
    }

    private void sample(Matcher sample) {
        if (sample.matches()) {
            Set<String> names = labels.computeIfAbsent(sample.group(1), unused -> new LinkedHashSet<>());
            if (sample.group(2) != null) {
                LABEL.matcher(sample.group(2)).results().forEach(label -> names.add(label.group(1)));
            }
        }
    }

    List<Family> families() {
        return families;
    }

    /** Names of samples, such as {@code …_bucket}, with the names of their labels. */
    Map<String, Set<String>> samples() {
        return labels;
    }

    /** The labels of all samples of a family. */
    Set<String> labels(Family family) {
        Set<String> all = new LinkedHashSet<>();
        labels.forEach((name, names) -> {
            if (name.startsWith(family.name())) {
                all.addAll(names);
            }
        });
        return all;
    }
}
