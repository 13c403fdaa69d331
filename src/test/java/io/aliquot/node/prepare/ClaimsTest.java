package io.aliquot.node.prepare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.files.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimsTest extends OneDriver {
    @Test
    void aCallThatWasGivenUpChangesNothing() throws IOException {
        assertInstanceOf(Preparation.Failed.class, prepare("1a", PART, true));
        assertEquals(List.of(), host.claimFiles());
        assertEquals(List.of(), claims.current().claims());
    }

    @Test
    void aCallThatWasGivenUpBeforeItsTurnAsksNobody() {
        api.away(true);
        Preparation.Failed failed = (Preparation.Failed) prepare("1a", PART, true);
        assertEquals("claim team/claim-1a (uid 1a): the caller has given up", failed.why());
    }

    @Test
    void anUnprepareThatWasGivenUpTakesNothingFromAClaimThatWasPreparedAnew() throws IOException {
        prepare("1a", PART, false);
        List<String> files = host.claimFiles();
        assertThrows(IOException.class, () -> claims.unprepare("1a", () -> true));
        assertEquals(files, host.claimFiles());
        assertEquals(1, claims.current().claims().size());
    }

    @Test
    void aDriverWhoseLibraryANewerOneHasRemovedInstallsItAgain() throws IOException {
        Path newer = Files.writeString(root.resolve("newer.so"), "second");
        Library second = new Library(host.folders);
        String name = second.install(newer);
        second.removeUnused(Set.of(name));
        Preparation.Ready ready = (Preparation.Ready) prepare("1a", PART, false);
        assertEquals(
                "first",
                Files.readString(host.folders.libraries().resolve(ready.claim().library())));
        assertEquals(2, libraries());
    }

    @Test
    void aRefusedClaimLeavesNothing() throws IOException {
        assertInstanceOf(Preparation.Failed.class, prepare("1a", "g0@gpu-0", false));
        assertEquals(List.of(), host.claimFiles());
    }

    @Test
    void aClaimThatWasAllocatedAnewGetsItsNewLimits() throws IOException {
        prepare("1a", PART, false);
        prepare("1a", "g0@gpu-0 memory=4000Mi cores=30 shares=100 share=s2", false);
        assertTrue(Files.readString(host.folders.claim("1a").resolve("1a-g0.limits"))
                .contains("memory=4194304000\n"));
        assertEquals(1, claims.current().claims().size());
    }

    @Test
    void aShareKeepsTheRulesItWasPreparedWith() throws IOException {
        prepare("1a", PART, false);
        Path limits = host.folders.claim("1a").resolve("1a-g0.limits");
        String soft = Files.readString(limits).replace("priority=high\n", "policy=soft\n");
        Files.writeString(limits, soft);
        prepare("1a", PART, false);
        assertEquals(soft, Files.readString(limits));
        Files.writeString(limits, soft + "cores=0\n");
        prepare("1a", PART, false);
        assertTrue(Files.readString(limits).endsWith("cores=30\npriority=high\n"), Files.readString(limits));
    }

    @Test
    void aNewLibraryIsForNewClaimsAndTheOldOneStaysAsLongAsItIsUsed() throws IOException {
        prepare("1a", PART, false);
        String before = Files.readString(host.specOf("1a"));
        Files.writeString(host.librarySource, "second");
        claims = host.start(api, lock);
        prepare("2b", "g0@gpu-1 memory=1Gi cores=0 shares=1", false);
        prepare("1a", PART, false);
        assertEquals(before, Files.readString(host.specOf("1a")));
        assertEquals(2, libraries());
        claims.unprepare("1a", () -> false);
        claims = host.start(api, lock);
        assertEquals(1, libraries());
    }

    @Test
    void twoHundredClaimsInARowLeaveNothing() throws IOException {
        long files = filesOfHost();
        for (int i = 0; i < 200; i++) {
            assertInstanceOf(Preparation.Ready.class, prepare("uid-" + i, PART, false));
            claims.unprepare("uid-" + i, () -> false);
        }
        assertEquals(List.of(), claims.current().claims());
        assertEquals(files + 1, filesOfHost(), "only the checkpoint came");
    }

    private long libraries() throws IOException {
        try (var files = Files.list(host.folders.libraries())) {
            return files.filter(f -> f.toString().endsWith(".so")).count();
        }
    }

    private long filesOfHost() throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).count();
        }
    }
}
