package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.config.MappingFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranslateOptionsTest {
    private static final String HALF = Manifests.pod("half", "{nvidia.com/gpumem-percentage: 50}");

    @Test
    void aPercentageNeedsTheSizeOfTheCardsAndTheHintSaysHow() {
        CommandRun run = CommandRun.translate(HALF);
        assertEquals(1, run.code());
        assertTrue(run.err().contains("hint: ") && run.err().contains("--cards 80Gi"), run.err());
    }

    @Test
    void cardSizesAreReadInEverySpelling() {
        assertTrue(CommandRun.translate(HALF, "--cards", "80Gi").out().contains("memory: 40Gi"));
        assertTrue(CommandRun.translate(HALF, "--cards", "81559Mi").out().contains("memory: 40779Mi"));
        assertTrue(CommandRun.translate(HALF, "--cards", "81559").out().contains("memory: 40779Mi"));
    }

    @Test
    void severalCardSizesGiveOneAlternativeEach() {
        CommandRun run = CommandRun.translate(HALF, "--cards", "40Gi,80Gi");
        assertEquals(0, run.code(), run.err());
        assertTrue(run.out().contains("firstAvailable"), run.out());
        assertTrue(run.out().contains("memory: 40Gi") && run.out().contains("memory: 20Gi"), run.out());
    }

    @Test
    void sizesThatAreNoneAreAllTold() {
        CommandRun run = CommandRun.translate(HALF, "--cards", "80G,-1,0,,1e3,9999999999Gi,half");
        assertEquals(2, run.code());
        for (String size : new String[] {"80G", "-1", "0", "1e3", "9999999999Gi", "half"}) {
            assertTrue(run.err().contains("--cards: \"" + size + "\""), size + "\n" + run.err());
        }
    }

    @Test
    void aMappingFileReplacesTheNames(@TempDir Path folder) throws Exception {
        String text = MappingFile.defaultText().replace("nvidia.com/gpumem\n", "example.org/memory\n");
        Path file = Files.writeString(folder.resolve("mapping.yaml"), text);
        CommandRun run = CommandRun.translate(
                Manifests.pod("p", "{example.org/memory: 3000}"), "-o", "json", "--mapping", file.toString());
        assertEquals(java.util.List.of("rewritten"), run.outcomes(), run.err());
    }

    @Test
    void aBadMappingFileIsAUsageErrorWithAllItsErrors(@TempDir Path folder) throws Exception {
        String text = MappingFile.defaultText()
                .replace("memory: MiB", "memory: parsecs")
                .replace("allShares: 1000", "allShares: many");
        Path file = Files.writeString(folder.resolve("mapping.yaml"), text);
        CommandRun run = CommandRun.translate(HALF, "--mapping", file.toString());
        assertEquals(2, run.code());
        assertEquals("", run.out());
        assertTrue(run.err().contains("units.memory") && run.err().contains("allShares"), run.err());
        assertEquals(
                2, CommandRun.translate(HALF, "--mapping", folder + "/none").code());
    }

    @Test
    void withoutANamespaceTheTemplateGoesWhereTheObjectGoes() {
        String pod = Manifests.pod("p", Manifests.LIMITS);
        assertFalse(CommandRun.translate(pod).out().contains("namespace:"));
        assertTrue(CommandRun.translate(pod, "-n", "team").out().contains("  namespace: team\n"));
        assertEquals(
                2,
                CommandRun.translate(pod, "-n", "team").out().split("namespace: team", -1).length - 1,
                "the pod goes where its template goes");
        assertEquals(2, CommandRun.translate(pod, "-n", "Not_One").code());
        String placed = pod.replace("{name: p}", "{name: p, namespace: own}");
        assertTrue(CommandRun.translate(placed, "-n", "team").out().contains("  namespace: own\n"));
    }

    @Test
    void helpSaysEveryOptionAndExitCode() {
        CommandRun run = CommandRun.of("translate", "--help");
        assertEquals(0, run.code());
        for (String word : new String[] {"--output", "--mapping", "--cards", "--namespace", "Exit codes"}) {
            assertTrue(run.out().contains(word), run.out());
        }
        assertEquals(2, CommandRun.of("translate").code());
        assertEquals(2, CommandRun.translate(HALF, "-o", "xml").code());
    }
}
