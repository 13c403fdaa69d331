package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.inventory.Place;
import io.aliquot.node.inventory.UsableCard;
import io.aliquot.node.state.Cards;
import io.aliquot.nvml.GpuCard;
import io.aliquot.nvml.GpuCards;
import io.aliquot.nvml.GpuLoad;
import io.aliquot.nvml.GpuProcess;
import io.aliquot.nvml.Nvml;
import io.aliquot.nvml.NvmlException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Cards of which some don't answer, and this process on each. */
class CardLooksTest {
    private final int pid = (int) ProcessHandle.current().pid();
    private final CardLooks looks = new CardLooks(new Guard(new ProcessTable(Path.of("/proc"))));

    /** Knows neither load nor processes of the cards that are named. */
    private record Library(Set<String> loadless, Set<String> mute, int pid) implements Nvml {
        @Override
        public GpuCards cards() {
            return new GpuCards(List.of(), List.of());
        }

        @Override
        public List<GpuProcess> processes(String uuid) throws NvmlException {
            if (mute.contains(uuid)) {
                throw new NvmlException("lost");
            }
            return List.of(new GpuProcess(pid, 5, 40));
        }

        @Override
        public GpuLoad load(String uuid) throws NvmlException {
            if (loadless.contains(uuid)) {
                throw new NvmlException("not supported");
            }
            return new GpuLoad(5, 40);
        }
    }

    private static UsableCard card(String uuid) {
        GpuCard card = new GpuCard(0, uuid, "NVIDIA L4", 1, "0000:17:00.0", "8.9", "580", "13.0", false, "");
        return new UsableCard(card, new Place(Optional.empty(), Optional.empty()), Cards.card(0));
    }

    private CardLooks.Seen look(Set<String> loadless, Set<String> mute) {
        return looks.look(
                new Library(loadless, mute, pid),
                List.of(card("GPU-0"), card("GPU-1")),
                List.of(Shares.share("a", 100)));
    }

    private static long unlimited(CardLooks.Seen seen) {
        return seen.findings().values().stream()
                .mapToLong(each -> each.unlimited().size())
                .sum();
    }

    @Test
    void aCardThatDoesNotAnswerIsNoReasonToLeaveTheOthersUnwatched() {
        CardLooks.Seen seen = look(Set.of("GPU-0"), Set.of("GPU-0"));
        assertEquals(1, seen.loads().size());
        assertEquals(1, unlimited(seen));
    }

    @Test
    void aCardThatDoesNotTellItsLoadIsWatchedAllTheSame() {
        CardLooks.Seen seen = look(Set.of("GPU-0", "GPU-1"), Set.of());
        assertEquals(0, seen.loads().size());
        assertEquals(1, unlimited(seen));
    }

    @Test
    void processesOfACardThatDoesNotTellThemAreUnknownNotNone() {
        CardLooks.Seen seen = look(Set.of(), Set.of("GPU-1"));
        assertEquals(2, seen.loads().size());
        assertEquals(
                List.of("GPU-0"),
                seen.findings().keySet().stream()
                        .map(each -> each.card().uuid())
                        .toList());
    }
}
