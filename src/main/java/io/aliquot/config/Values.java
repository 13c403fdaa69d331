package io.aliquot.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Typed values out of {@link Fields}. What is wrong is noted; nothing or the fallback is given then. */
final class Values {
    /** Alternatives of one request in a claim, which is what a list of sizes becomes. */
    private static final int MOST_SIZES = 8;

    private final Fields fields;
    private final Errors errors;

    Values(Fields fields, Errors errors) {
        this.fields = fields;
        this.errors = errors;
    }

    /** An optional name. */
    Optional<String> name(String field, Syntax syntax) {
        return fields.get(field).flatMap(element -> name(element, syntax));
    }

    /** A name that must be there. */
    String required(String field, Syntax syntax, String advice) {
        return fields.require(field, advice)
                .flatMap(element -> name(element, syntax))
                .orElse("");
    }

    Optional<String> name(Element element, Syntax syntax) {
        Optional<String> text = Scalars.text(element.node());
        if (text.isEmpty()) {
            errors.add(element.path(), element.node(), "must be text");
            return text;
        }
        Optional<String> problem = text.flatMap(syntax::problem);
        problem.ifPresent(advice -> errors.add(element.path(), element.node(), "'" + text.get() + "': " + advice));
        return problem.isPresent() ? Optional.empty() : text;
    }

    /** A list of names without repetition, in the file's order; {@code fallback} when it is missing. */
    Set<String> names(String field, Syntax syntax, List<String> fallback) {
        if (fields.get(field).isEmpty()) {
            return new LinkedHashSet<>(fallback);
        }
        Set<String> names = new LinkedHashSet<>();
        for (Element element : fields.list(field)) {
            name(element, syntax)
                    .filter(name -> !names.add(name))
                    .ifPresent(name -> errors.add(
                            element.path(), element.node(), "'" + name + "' is listed twice; keep one of them"));
        }
        return names;
    }

    /** A whole number between {@code least} and {@code most}; {@code fallback} when it is missing. */
    long number(String field, long least, long most, long fallback) {
        return fields.get(field)
                .map(element -> number(element, least, most, ""))
                .orElse(OptionalLong.of(fallback))
                .orElse(fallback);
    }

    /** {@code others} names what else than a number may stand here. */
    OptionalLong number(Element element, long least, long most, String others) {
        OptionalLong number = Scalars.number(element.node());
        if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
            errors.add(
                    element.path(),
                    element.node(),
                    Scalars.text(element.node()).map(text -> "'" + text + "': ").orElse("") + "write " + others
                            + "a whole number from " + least + " to " + most);
            return OptionalLong.empty();
        }
        return number;
    }

    /** Memory sizes in MiB, ascending, at most 8. */
    List<Long> sizes(String field) {
        List<Element> elements = fields.list(field);
        List<Long> sizes = new ArrayList<>();
        for (Element element : elements) {
            number(element, 1, Integer.MAX_VALUE, "").ifPresent(sizes::add);
        }
        boolean ascending = sizes.equals(sizes.stream().sorted().distinct().toList());
        if (!ascending || elements.size() > MOST_SIZES) {
            errors.add(
                    fields.path(field),
                    elements.getFirst().node(),
                    "write at most " + MOST_SIZES + " different sizes in ascending order such as [24576, 81920]");
        }
        return sizes;
    }
}
