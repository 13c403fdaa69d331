package io.aliquot.node.files;

import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Limits and regions of claims. A region is made once and never replaced: running processes have it mapped. Nor is a
 * limits file for other rules: those who run keep theirs, and one share has one set of rules.
 */
public final class ClaimFiles {
    private static final Set<PosixFilePermission> FOR_ALL = PosixFilePermissions.fromString("rw-rw-rw-");
    private final HostFolders folders;
    private final ShareRules rules;

    public ClaimFiles(HostFolders folders, ShareRules rules) {
        this.folders = folders;
        this.rules = rules;
    }

    /** Makes what is missing and corrects what differs. */
    public void ensure(PreparedClaim claim) throws IOException {
        String uid = claim.claim().uid();
        for (PreparedDevice device : claim.devices()) {
            if (device.limited()) {
                Files.createDirectories(folders.claim(uid));
                ensureLimits(folders.limits(uid, device), device);
                Path region = folders.region(uid, device);
                ensureRegion(region);
                ContainerLabel.ofThisHost().give(region);
            }
        }
    }

    private void ensureLimits(Path limits, PreparedDevice device) throws IOException {
        if (!Files.isRegularFile(limits) || isOther(limits, device)) {
            WholeFile.write(limits, LimitsText.of(device, rules), "rw-r--r--");
        }
        ContainerLabel.ofThisHost().give(limits);
    }

    /** What a tenant keeps us from reading is what we wrote: it can't write there. */
    private static boolean isOther(Path limits, PreparedDevice device) throws IOException {
        try (Grip _ = new Grip(limits)) {
            return !LimitsText.isOf(device, WholeFile.text(limits));
        } catch (FileSystemException e) {
            return false;
        }
    }

    /** An empty file, which the first process of the share fills in; any uid of the container may be that one. */
    private static void ensureRegion(Path region) throws IOException {
        try {
            Files.createFile(region);
        } catch (FileAlreadyExistsException e) {
            if (Files.isRegularFile(region)
                    && Files.getPosixFilePermissions(region).equals(FOR_ALL)) {
                return;
            }
        }
        Files.setPosixFilePermissions(region, FOR_ALL);
    }

    /** Removes all files of a claim; nothing to remove is no error. */
    public void remove(String uid) throws IOException {
        Path folder = folders.claim(uid);
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    /** Removes what killed drivers have not finished. */
    public void sweep(Instant now) throws IOException {
        for (String uid : uids()) {
            WholeFile.sweep(folders.claim(uid), now);
        }
    }

    /** Makes the folders where they have been lost. */
    public void create() throws IOException {
        folders.create();
    }

    /** Whether all files of a claim are there. */
    public boolean has(PreparedClaim claim) {
        String uid = claim.claim().uid();
        return claim.devices().stream()
                .filter(PreparedDevice::limited)
                .allMatch(device ->
                        Files.exists(folders.limits(uid, device)) && Files.exists(folders.region(uid, device)));
    }

    /** The uids of claims that have files. */
    public List<String> uids() throws IOException {
        if (!Files.isDirectory(folders.claims())) {
            return List.of();
        }
        try (Stream<Path> folder = Files.list(folders.claims())) {
            return folder.map(path -> path.getFileName().toString()).toList();
        }
    }
}
