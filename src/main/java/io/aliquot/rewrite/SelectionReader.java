package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.AnnotationKind;
import io.aliquot.model.Problem.Reason;
import io.aliquot.model.Selector;
import io.aliquot.model.VendorMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the pod's annotations in the words of one vendor. */
final class SelectionReader {
    /** What strconv.ParseBool, which the old system used, takes for true. */
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");

    /** Measured on the API server: more of them may exceed its cost limit for one selector. */
    private static final int MAX_UUIDS = 200;

    private static final int MAX_WORDS = 16;

    private static final int MAX_EXPRESSION = 10 * 1024;

    private final VendorMapping vendor;
    private final JsonNode annotations;
    private final Findings findings;
    private final List<Selector> selectors = new ArrayList<>();
    private final ObjectNode chosen = JsonNodeFactory.instance.objectNode();

    SelectionReader(VendorMapping vendor, JsonNode pod, Findings findings) {
        this.vendor = vendor;
        this.annotations = pod.path("metadata").path("annotations");
        this.findings = findings;
    }

    Selection read() {
        uuids(AnnotationKind.USE_UUID, true);
        uuids(AnnotationKind.NOUSE_UUID, false);
        types(AnnotationKind.USE_TYPE, true);
        types(AnnotationKind.NOUSE_TYPE, false);
        boolean numa = numaBind();
        boolean mig = mig();
        return new Selection(selectors, numa, mig, CanonicalJson.sorted(chosen));
    }

    private void uuids(AnnotationKind kind, boolean wanted) {
        list(kind, wanted, MAX_UUIDS).ifPresent(uuids -> add(kind, new Selector.Uuid(wanted, uuids)));
    }

    private void types(AnnotationKind kind, boolean wanted) {
        list(kind, wanted, MAX_WORDS).ifPresent(words -> {
            List<String> registered = words.stream().map(this::registeredName).toList();
            add(kind, new Selector.Type(wanted, registered));
        });
    }

    private void add(AnnotationKind kind, Selector selector) {
        if (Cel.of(selector, vendor.backend()).length() > MAX_EXPRESSION) {
            findings.refuse(
                    Reason.ANNOTATION,
                    path(kind),
                    "is too long; the API server takes selectors of at most " + MAX_EXPRESSION
                            + " characters, write fewer or shorter entries");
        } else {
            selectors.add(selector);
        }
    }

    /** Blank is no constraint; a list of nothing but commas is one that no card can meet. */
    private Optional<List<String>> list(AnnotationKind kind, boolean wanted, int most) {
        Optional<String> text = text(kind);
        if (text.isEmpty() || Texts.trim(text.get()).isEmpty()) {
            return Optional.empty();
        }
        List<String> members = Texts.commaList(text.get());
        if (members.isEmpty()) {
            if (wanted) {
                findings.refuse(
                        Reason.ANNOTATION,
                        path(kind),
                        "names no card, so that none can match; write at least one name, or remove the annotation");
            }
            return Optional.empty();
        }
        if (members.size() > most) {
            findings.refuse(
                    Reason.ANNOTATION,
                    path(kind),
                    "has " + members.size() + " entries; the API server evaluates at most " + most
                            + " in one selector, write fewer");
            return Optional.empty();
        }
        chosen.put(name(kind), text.get());
        return Optional.of(members);
    }

    /** Older releases of the old system registered {@code NVIDIA-NVIDIA A100}; the first prefix is theirs. */
    private String registeredName(String word) {
        String prefix = vendor.backend().typePrefix();
        String doubled = prefix + "-" + prefix;
        boolean old = !prefix.isEmpty() && word.regionMatches(true, 0, doubled, 0, doubled.length());
        return old ? word.substring(prefix.length() + 1) : word;
    }

    private boolean numaBind() {
        boolean wanted = text(AnnotationKind.NUMA_BIND).filter(TRUE::contains).isPresent();
        if (!wanted) {
            return false;
        }
        if (vendor.backend().numaAttribute().isEmpty()) {
            findings.warn(
                    path(AnnotationKind.NUMA_BIND),
                    "has no effect: the driver " + vendor.backend().driver() + " does not publish NUMA nodes");
            return false;
        }
        chosen.put(
                name(AnnotationKind.NUMA_BIND), text(AnnotationKind.NUMA_BIND).orElse(""));
        return true;
    }

    /** As in the old system a card fits when its mode occurs anywhere in the text, in the same case. */
    private boolean mig() {
        Optional<String> text = text(AnnotationKind.MODE);
        if (text.isEmpty()) {
            return false;
        }
        String mode = text.get();
        if (Texts.trim(mode).isEmpty()) {
            findings.warn(path(AnnotationKind.MODE), "is empty and taken for no constraint");
            return false;
        }
        chosen.put(name(AnnotationKind.MODE), mode);
        if (vendor.modes().stream().anyMatch(mode::contains)) {
            return false;
        }
        if (mode.contains("mig") && vendor.mig().isPresent()) {
            return true;
        }
        String served = String.join(", ", vendor.modes().stream().sorted().toList());
        findings.refuse(
                Reason.MODE,
                path(AnnotationKind.MODE),
                String.format(
                        Locale.ROOT,
                        "no card is divided in this way; the mapping %s serves %s",
                        vendor.name(),
                        vendor.mig().isPresent() ? served + ", mig" : served));
        return false;
    }

    private Optional<String> text(AnnotationKind kind) {
        JsonNode value = annotations.path(name(kind));
        return vendor.annotations().containsKey(kind) && value.isTextual()
                ? Optional.of(value.asText())
                : Optional.empty();
    }

    private String name(AnnotationKind kind) {
        return vendor.annotations().getOrDefault(kind, "");
    }

    private String path(AnnotationKind kind) {
        return "metadata.annotations[" + name(kind) + "]";
    }
}
