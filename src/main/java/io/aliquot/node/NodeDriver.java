package io.aliquot.node;

import io.aliquot.node.api.ApiClaims;
import io.aliquot.node.api.Coexistence;
import io.aliquot.node.api.Complaints;
import io.aliquot.node.api.NodeEvents;
import io.aliquot.node.cdi.ClaimSpec;
import io.aliquot.node.cdi.ClaimSpecs;
import io.aliquot.node.cdi.VendorSpecs;
import io.aliquot.node.checkpoint.CheckpointFile;
import io.aliquot.node.files.ClaimFiles;
import io.aliquot.node.files.HostFolders;
import io.aliquot.node.files.Library;
import io.aliquot.node.health.HealthServer;
import io.aliquot.node.health.Readiness;
import io.aliquot.node.kubelet.HealthBoard;
import io.aliquot.node.kubelet.KubeletPlugin;
import io.aliquot.node.kubelet.Sockets;
import io.aliquot.node.prepare.Claims;
import io.aliquot.node.prepare.HostState;
import io.aliquot.node.prepare.NodeLock;
import io.aliquot.node.prepare.Recovery;
import io.aliquot.node.prepare.StateFolder;
import io.aliquot.node.slice.Seat;
import io.aliquot.node.slice.SliceDevices;
import io.aliquot.node.slice.SlicePublisher;
import io.aliquot.node.usage.UsageWatch;
import io.aliquot.nvml.NvmlLibrary;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** One driver with all its parts: made in the order in which they need each other, closed the other way round. */
public final class NodeDriver implements Closeable {
    private final NodeLock lock;
    private final HealthServer health;
    private final NodeLoop loop;
    private final Seat seat;
    private final UsageWatch usage;
    private final Watchdog watchdog;
    private final KubeletPlugin plugin;

    /** Starts everything; cards, slices and recovery follow in the background. */
    public NodeDriver(NodeOptions options, KubernetesClient client) throws IOException {
        HostFolders folders = new HostFolders(options.stateFolder());
        folders.create();
        Path state = Sockets.pluginFolder(options.kubeletRoot(), options.driver());
        Files.createDirectories(state);
        ClaimSpec spec = new ClaimSpec(options.driver(), folders);
        HostState host = host(options, folders, spec);
        CheckpointFile checkpoint = new CheckpointFile(state.resolve("checkpoint.json"));
        new StateFolder(state.resolve("state-folder")).take(options.stateFolder(), checkpoint);
        lock = new NodeLock(state.resolve("serialize.lock"));
        String library = lock.hold(() -> host.library().install(options.library()));
        ApiClaims source = new ApiClaims(client, options.driver(), options.node());
        Readiness readiness = Readiness.awaiting("sockets", NodeLoop.FIRST_LOOK);
        HealthBoard board = new HealthBoard();
        seat = new Seat(state, options.podUid().orElse(UUID.randomUUID().toString()));
        NodeEvents events = new NodeEvents(client, options.node(), seat::kept);
        Complaints complaints = new Complaints(events);
        CardWatch cards = cards(options, readiness, complaints);
        loop = new NodeLoop(
                options,
                cards,
                new Recovery(source, host, checkpoint, lock),
                library,
                new SliceDevices(options.splitCount()),
                new SlicePublisher(client, options.driver(), options.node()),
                new Coexistence(client, options.driver(), options.node(), options.countName()),
                seat,
                complaints,
                readiness,
                board);
        Claims claims = new Claims(source, loop::planner, host, checkpoint, lock, library);
        usage = new UsageWatch(events, source, options.rules(), folders, claims, loop::cards);
        watchdog = new Watchdog(loop, usage, readiness, complaints);
        health = new HealthServer(options.port(), readiness, usage::scrape);
        plugin = plugin(options, claims, spec, board, readiness);
        readiness.fine("sockets");
        start(client);
    }

    private void start(KubernetesClient client) {
        loop.start(client);
        usage.start();
        watchdog.start();
    }

    private static HostState host(NodeOptions options, HostFolders folders, ClaimSpec spec) {
        return new HostState(
                new ClaimFiles(folders, options.rules()),
                new ClaimSpecs(options.driver(), spec, options.cdiFolder()),
                new Library(folders));
    }

    private static KubeletPlugin plugin(
            NodeOptions options, Claims claims, ClaimSpec spec, HealthBoard board, Readiness readiness)
            throws IOException {
        Sockets sockets = Sockets.of(options.kubeletRoot(), options.driver(), options.podUid());
        return new KubeletPlugin(sockets, options.driver(), () -> claims, spec, board, readiness);
    }

    private static CardWatch cards(NodeOptions options, Readiness readiness, Complaints complaints) {
        return new CardWatch(
                () -> new NvmlLibrary(options.driverRoot().library(options.nvml())),
                new VendorSpecs(options.vendorCdiFolders(), options.vendorKind()),
                options.driverRoot(),
                options.sys(),
                readiness,
                complaints);
    }

    @Override
    public void close() throws IOException {
        plugin.close();
        watchdog.close();
        usage.close();
        loop.close();
        seat.close();
        health.close();
        lock.close();
    }
}
