package io.aliquot.rewrite.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Backend;
import io.aliquot.model.Outcome;
import io.aliquot.model.Problem;
import io.aliquot.model.VendorMapping;
import io.aliquot.model.Warning;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.reading.ContainerReading;
import io.aliquot.rewrite.reading.Device;
import io.aliquot.rewrite.reading.PodReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Compares what the rewriting really made with the hand-written words of {@code outcome.yaml}. */
public final class OutcomeCheck {
    private static final Set<String> KEYS =
            Set.of("why", "outcome", "scheduler", "containers", "at", "warnings", "problems");
    private final GoldenCase golden;
    private final GoldenCase.Example example;

    public OutcomeCheck(GoldenCase golden, GoldenCase.Example example) {
        this.golden = golden;
        this.example = example;
    }

    void check(Rewriting rewriting) {
        checkPod(rewriting);
        JsonNode outcome = example.outcome();
        if (rewriting.outcome() != Outcome.REFUSED || outcome.has("warnings")) {
            Messages.check(outcome.path("warnings"), rewriting.warnings(), Warning::path, Warning::message, "warning");
        }
        List<Problem> problems = rewriting instanceof Rewriting.Refused refused ? refused.problems() : List.of();
        Messages.check(outcome.path("problems"), problems, Problem::path, Problem::message, "problem");
        if (rewriting instanceof Rewriting.Rewritten rewritten) {
            Invariants.check(golden, example, rewritten);
        }
    }

    /** What became of the pod, without the warnings and reasons that came with it. */
    public void checkPod(Rewriting rewriting) {
        JsonNode outcome = example.outcome();
        outcome.fieldNames()
                .forEachRemaining(key -> assertEquals(true, KEYS.contains(key), "unknown key in outcome: " + key));
        ObjectNode words = JsonNodeFactory.instance.objectNode();
        words.put("outcome", rewriting.outcome().label());
        if (rewriting instanceof Rewriting.Rewritten rewritten) {
            describe(rewritten, words);
        }
        ObjectNode expected = outcome.deepCopy();
        expected.remove(List.of("why", "warnings", "problems", "at"));
        if (outcome.has("at")) {
            expected.remove("scheduler");
            words.remove(List.of("scheduler", "containers"));
        }
        if (!expected.equals(words)) {
            assertEquals(text(expected), text(words) + said(rewriting, words));
        }
        if (rewriting instanceof Rewriting.Rewritten rewritten) {
            checkPlaces(rewritten);
        }
    }

    /** {@code at}: JSON pointers into the finished pod with the value there; null for nothing. */
    private void checkPlaces(Rewriting.Rewritten rewritten) {
        example.outcome().path("at").properties().forEach(entry -> {
            JsonNode actual = rewritten.pod().at(entry.getKey());
            JsonNode wanted = entry.getValue();
            assertEquals(
                    wanted.isNull() ? "nothing" : wanted.toString(),
                    actual.isMissingNode() ? "nothing" : actual.toString(),
                    entry.getKey());
        });
    }

    /** An unexpected refusal says in the failure why. */
    private String said(Rewriting rewriting, ObjectNode words) {
        boolean asExpected = example.outcome().path("outcome").equals(words.path("outcome"));
        return asExpected || !(rewriting instanceof Rewriting.Refused refused) ? "" : "# " + refused.problems();
    }

    private void describe(Rewriting.Rewritten rewritten, ObjectNode words) {
        JsonNode was = example.pod().at("/spec/schedulerName");
        JsonNode is = rewritten.pod().at("/spec/schedulerName");
        if (!was.equals(is)) {
            words.set("scheduler", is);
        }
        Description description = new Description(devices());
        ObjectNode containers = JsonNodeFactory.instance.objectNode();
        for (ContainerReading container : new PodReading(example.pod(), rewritten).containers()) {
            JsonNode text = description.of(container);
            if (containers.get(container.name()) instanceof ObjectNode first) {
                first.set("also", text);
            } else if (!text.isEmpty()) {
                containers.set(container.name(), text);
            }
        }
        if (!containers.isEmpty()) {
            words.set("containers", containers);
        }
    }

    /** The cards of the case, and one for every size that the mapping lists. */
    private List<Device> devices() {
        List<Device> devices = new ArrayList<>();
        golden.mapping().vendors().forEach(vendor -> {
            golden.cards().stream()
                    .filter(card -> card.driver().equals(vendor.backend().driver()))
                    .forEach(card -> devices.add(Device.of(card, vendor.backend())));
            Stream.concat(Stream.of(vendor.backend()), vendor.mig().stream().map(mig -> mig.backend()))
                    .forEach(backend -> sizes(vendor, backend)
                            .forEach(size -> devices.add(
                                    new Device(backend.driver(), Map.of(), backend.memoryCapacity(), size))));
        });
        return devices.stream().distinct().toList();
    }

    private static List<Long> sizes(VendorMapping vendor, Backend backend) {
        return backend.equals(vendor.backend())
                ? vendor.cardSizesMib()
                : vendor.mig().orElseThrow().profilesMib();
    }

    private static String text(JsonNode words) {
        return Yaml.write(List.of(words));
    }
}
