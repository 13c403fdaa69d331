package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pod's record as {@link PodRequest} has written it. It is JSON of our own making, with flat maps of texts that need no
 * escapes; whatever else stands there says nothing.
 *
 * @param containers numbers by legacy name, by container
 * @param cards sizes of cards in MiB, by driver
 */
record RequestRecord(Map<String, Map<String, String>> containers, Map<String, List<Long>> cards) {
    static final RequestRecord NONE = new RequestRecord(Map.of(), Map.of());
    private static final Pattern HEAD = Pattern.compile("\\{(?:\"cards\":\\{([^{}]*)},)?\"containers\":\\{");
    private static final Pattern CONTAINER = Pattern.compile("\"([^\"\\\\]+)\":\\{([^{}]*)},?");
    private static final Pattern TAIL = Pattern.compile("},\"mapping\":\"[^\"\\\\]*\"}");
    private static final Pattern NUMBER = Pattern.compile("\"([^\"\\\\]+)\":\"([^\"\\\\]*)\"");
    private static final Pattern SIZES = Pattern.compile("\"([^\"\\\\]+)\":\\[([0-9,]{0,200})]");
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,12}");

    /** That of {@code pod}; none when it has no such record. */
    static RequestRecord of(JsonNode pod) {
        String text =
                pod.path("metadata").path("annotations").path(Marks.REQUEST).asText("");
        Matcher head = HEAD.matcher(text);
        if (!head.lookingAt()) {
            return NONE;
        }
        Map<String, Map<String, String>> containers = new LinkedHashMap<>();
        Matcher container = CONTAINER.matcher(text).region(head.end(), text.length());
        while (container.lookingAt()) {
            containers.put(container.group(1), numbersIn(container.group(2)));
            container.region(container.end(), text.length());
        }
        boolean whole = TAIL.matcher(text)
                .region(container.regionStart(), text.length())
                .matches();
        return whole ? new RequestRecord(containers, cards(head.group(1) == null ? "" : head.group(1))) : NONE;
    }

    private static Map<String, String> numbersIn(String text) {
        Map<String, String> numbers = new LinkedHashMap<>();
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            numbers.put(number.group(1), number.group(2));
        }
        return numbers;
    }

    private static Map<String, List<Long>> cards(String text) {
        Map<String, List<Long>> cards = new LinkedHashMap<>();
        Matcher driver = SIZES.matcher(text);
        while (driver.find()) {
            List<Long> sizes = new ArrayList<>();
            Matcher size = SIZE.matcher(driver.group(2));
            while (size.find()) {
                sizes.add(Long.parseLong(size.group()));
            }
            cards.put(driver.group(1), sizes);
        }
        return cards;
    }

    /** What a container was created with. */
    Map<String, String> numbers(String container) {
        return containers.getOrDefault(container, Map.of());
    }
}
