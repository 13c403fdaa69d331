package io.aliquot.config;

import io.aliquot.model.PodRules;
import io.aliquot.model.Sha256;
import io.aliquot.model.VendorMapping;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A short hash of what a mapping means: comments, order of fields, and defaults written out or left out make no
 * difference.
 */
final class ContentHash {
    private static final int HEX_DIGITS = 12;

    private ContentHash() {}

    static String of(List<VendorMapping> vendors, PodRules pods) {
        return Sha256.hex(canonical(vendors) + canonical(pods)).substring(0, HEX_DIGITS);
    }

    /** Text that is equal for equal values and stable from run to run, unlike the order of JDK sets and maps. */
    private static String canonical(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.map(ContentHash::canonical).orElse("-");
            case Map<?, ?> map -> {
                Map<String, String> sorted = new TreeMap<>();
                map.forEach((key, each) -> sorted.put(canonical(key), canonical(each)));
                yield sorted.toString();
            }
            case Set<?> set ->
                set.stream().map(ContentHash::canonical).sorted().collect(Collectors.joining(",", "(", ")"));
            case Collection<?> list ->
                list.stream().map(ContentHash::canonical).collect(Collectors.joining(",", "[", "]"));
            case Record each -> components(each);
            case Enum<?> each -> each.name();
            default -> value.toString();
        };
    }

    private static String components(Record value) {
        StringBuilder text = new StringBuilder(value.getClass().getSimpleName()).append('{');
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            try {
                text.append(component.getName()).append('=');
                text.append(canonical(component.getAccessor().invoke(value))).append(';');
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return text.append('}').toString();
    }
}
