package io.aliquot.rewrite.vectors;

import static io.aliquot.model.LegacyKey.CORES;
import static io.aliquot.model.LegacyKey.COUNT;
import static io.aliquot.model.LegacyKey.MEMORY;
import static io.aliquot.model.LegacyKey.MEMORY_PERCENTAGE;
import static io.aliquot.model.LegacyKey.PRIORITY;

import io.aliquot.model.LegacyKey;
import io.aliquot.model.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The table of what the old words mean to us, stated a second time and independently of the rewriting. */
final class DesignTable {
    static final long CARD_MIB = 81559;
    private static final String VARIABLE = "CUDA_TASK_PRIORITY";

    private DesignTable() {}

    static Verdict of(PodFacts facts) {
        if (facts.optedOut() || facts.foreignScheduler() || !facts.names()) {
            return Verdict.UNTOUCHED;
        }
        boolean badNumber = facts.containers().stream()
                .anyMatch(c -> c.values().entrySet().stream().anyMatch(e -> bad(e.getKey(), e.getValue())));
        if (badNumber || (facts.anyShare() && (facts.privileged() || facts.bound()))) {
            return Verdict.DENIED;
        }
        List<Verdict.Gets> gets = new ArrayList<>();
        Map<String, String> env = new HashMap<>();
        for (PodFacts.Asked asked : facts.containers()) {
            if (asked.share()) {
                gets.add(gets(asked));
            }
            if (asked.has(PRIORITY) && !asked.setsEnv(VARIABLE)) {
                env.put(asked.name() + "/" + VARIABLE, asked.number(PRIORITY, 0) == 0 ? "0" : "1");
            }
        }
        return new Verdict(false, true, gets, env);
    }

    static boolean bad(LegacyKey key, Quantity quantity) {
        if (!quantity.isWhole() || quantity.value().signum() < 0 || (key == MEMORY && quantity.binary())) {
            return true;
        }
        long most = switch (key) {
            case COUNT -> 32;
            case MEMORY_PERCENTAGE -> 100;
            case MEMORY, CORES, PRIORITY -> PodFacts.INT32;
        };
        return quantity.value().compareTo(BigDecimal.valueOf(most)) > 0;
    }

    static Verdict.Gets gets(PodFacts.Asked asked) {
        long percentage = asked.number(MEMORY_PERCENTAGE, 0);
        boolean nothingSaid = !asked.has(MEMORY) && !asked.has(MEMORY_PERCENTAGE);
        long unsaidCores = nothingSaid || percentage == 100 ? 100 : 0;
        return new Verdict.Gets(
                asked.name(),
                asked.init(),
                asked.number(COUNT, 1),
                memory(asked.number(MEMORY, 0), percentage),
                Math.min(100, asked.number(CORES, unsaidCores)));
    }

    static long memory(long mib, long percentage) {
        if (mib > 0) {
            return mib;
        }
        return percentage == 0 || percentage == 100 ? Verdict.WHOLE : CARD_MIB * percentage / 100;
    }
}
