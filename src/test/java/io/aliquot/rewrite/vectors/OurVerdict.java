package io.aliquot.rewrite.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.config.MappingFile;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.reading.ContainerReading;
import io.aliquot.rewrite.reading.Device;
import io.aliquot.rewrite.reading.PodReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the rewriting makes of a pod, read from the finished pod and its templates. */
final class OurVerdict {
    static final Mapping MAPPING = MappingFile.defaults();
    private static final Card CARD =
            new Card("gpu.aliquot.io", DesignTable.CARD_MIB, Optional.of("GPU-1"), Optional.of("NVIDIA A100"));

    private OurVerdict() {}

    static Rewriting rewrite(JsonNode pod) {
        return Rewriter.rewrite(RewriteInput.create(pod, MAPPING, List.of(CARD)));
    }

    static Verdict of(PodFacts facts) {
        return switch (rewrite(facts.pod())) {
            case Rewriting.Refused refused -> Verdict.DENIED;
            case Rewriting.Unchanged unchanged -> Verdict.UNTOUCHED;
            case Rewriting.Rewritten rewritten -> of(facts, rewritten);
        };
    }

    private static Verdict of(PodFacts facts, Rewriting.Rewritten rewritten) {
        Device device = Device.of(CARD, MAPPING.vendors().getFirst().backend());
        List<Verdict.Gets> gets = new ArrayList<>();
        Map<String, String> env = new HashMap<>();
        for (ContainerReading container : new PodReading(facts.pod(), rewritten).containers()) {
            if (!container.requests().isEmpty()) {
                gets.add(new Verdict.Gets(
                        container.name(),
                        facts.containers().stream()
                                .anyMatch(c -> c.init() && c.name().equals(container.name())),
                        container.requests().size(),
                        container.memoryMib(device).orElse(Verdict.WHOLE),
                        container.cores().orElseThrow()));
            }
            container.env().forEach((name, value) -> {
                if (!name.equals("NVIDIA_VISIBLE_DEVICES")) {
                    env.put(container.name() + "/" + name, value);
                }
            });
        }
        return new Verdict(false, true, gets, env);
    }
}
