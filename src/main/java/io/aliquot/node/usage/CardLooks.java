package io.aliquot.node.usage;

import io.aliquot.node.inventory.UsableCard;
import io.aliquot.nvml.GpuLoad;
import io.aliquot.nvml.Nvml;
import io.aliquot.nvml.NvmlException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.logging.Logger;

/** Asks every card what it does. The others are watched on when one does not answer. */
final class CardLooks {
    private static final Logger LOG = Logger.getLogger(CardLooks.class);
    private static final int ALL = 100;
    private final Guard guard;
    private Set<String> told = Set.of();

    CardLooks(Guard guard) {
        this.guard = guard;
    }

    /** What those that answered said. */
    record Seen(Map<UsableCard, GpuLoad> loads, Map<UsableCard, Guard.Findings> findings) {}

    private interface Question<T> {
        T ask() throws NvmlException;
    }

    Seen look(Nvml nvml, List<UsableCard> usable, List<Share> shares) {
        Seen seen = new Seen(new LinkedHashMap<>(), new LinkedHashMap<>());
        Set<String> silent = new TreeSet<>();
        for (UsableCard card : usable) {
            String uuid = card.card().uuid();
            List<Share> here = shares.stream()
                    .filter(share -> share.device().uuid().equals(uuid))
                    .toList();
            Optional<GpuLoad> load = answer(uuid + " does not tell its load", () -> nvml.load(uuid), silent);
            load.ifPresent(one -> seen.loads().put(card, one));
            int busy = load.map(GpuLoad::utilization).orElse(ALL);
            answer(uuid + " does not tell its processes", () -> findings(nvml, uuid, here, busy), silent)
                    .ifPresent(one -> seen.findings().put(card, one));
        }
        silent.stream().filter(one -> !told.contains(one)).forEach(LOG::warn);
        told = silent;
        return seen;
    }

    private Guard.Findings findings(Nvml nvml, String uuid, List<Share> here, int busy) throws NvmlException {
        return here.isEmpty() ? Guard.Findings.NONE : guard.look(uuid, nvml.processes(uuid), here, busy);
    }

    private static <T> Optional<T> answer(String otherwise, Question<T> question, Set<String> silent) {
        try {
            return Optional.of(question.ask());
        } catch (NvmlException e) {
            silent.add("Card " + otherwise + ": " + e.getMessage());
            return Optional.empty();
        }
    }
}
