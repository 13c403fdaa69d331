package io.aliquot.node.prepare;

import io.aliquot.node.cdi.ClaimSpec;
import io.aliquot.node.cdi.ClaimSpecs;
import io.aliquot.node.checkpoint.CheckpointFile;
import io.aliquot.node.files.ClaimFiles;
import io.aliquot.node.files.HostFolders;
import io.aliquot.node.files.Library;
import io.aliquot.node.files.ShareRules;
import io.aliquot.node.kubelet.Sockets;
import io.aliquot.node.state.Cards;
import io.aliquot.node.state.Planner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A host of the tests under one folder: what survives a driver, and a driver's parts over it. */
public final class Host {
    public final Path root;
    public final HostFolders folders;
    public final Path cdi;
    public final Path checkpoint;
    public final ClaimSpec spec;
    public final HostState state;
    public final Path librarySource;
    private String library = "";

    public Host(Path root) throws IOException {
        this.root = root;
        folders = new HostFolders(root.resolve("var/lib/aliquot"));
        cdi = root.resolve("var/run/cdi");
        Path plugin = Sockets.pluginFolder(kubelet(), Cards.DRIVER);
        Files.createDirectories(plugin);
        checkpoint = plugin.resolve("checkpoint.json");
        spec = new ClaimSpec(Cards.DRIVER, folders);
        state = new HostState(
                new ClaimFiles(folders, ShareRules.DEFAULT),
                new ClaimSpecs(Cards.DRIVER, spec, cdi),
                new Library(folders));
        folders.create();
        librarySource = root.resolve("libaliquot.so");
        if (!Files.exists(librarySource)) {
            Files.writeString(librarySource, "first");
        }
    }

    public Path kubelet() {
        return root.resolve("k");
    }

    public NodeLock lock() throws IOException {
        return new NodeLock(checkpoint.resolveSibling("serialize.lock"));
    }

    /** What a driver does at its start, up to serving. */
    public Claims start(ClaimSource api, NodeLock lock) throws IOException {
        Planner planner = new Planner(Cards.DRIVER, Cards.NODE, Cards.TWO);
        library = state.library().install(librarySource);
        CheckpointFile file = new CheckpointFile(checkpoint);
        recovery(api, lock).run(planner, library);
        return new Claims(api, () -> Optional.of(planner), state, file, lock, library);
    }

    /** What a running driver does when it has lost something. */
    void recover(Recovery recovery) throws IOException {
        recovery.run(new Planner(Cards.DRIVER, Cards.NODE, Cards.TWO), library);
    }

    Recovery recovery(ClaimSource api, NodeLock lock) {
        return new Recovery(api, state, new CheckpointFile(checkpoint), lock);
    }

    /** All files that belong to claims, relative to the host's root. */
    public List<String> claimFiles() throws IOException {
        Files.createDirectories(cdi);
        try (Stream<Path> limits = Files.walk(folders.claims());
                Stream<Path> specs = Files.walk(cdi)) {
            return Stream.concat(limits, specs)
                    .filter(Files::isRegularFile)
                    .map(path -> root.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    public Path specOf(String uid) {
        return cdi.resolve("k8s." + Cards.DRIVER + "-claim_" + uid + ".json");
    }
}
