package io.aliquot.cli;

import io.aliquot.node.NodeOptions;
import io.aliquot.node.files.ShareRules;
import io.aliquot.node.files.ShareRules.ComputePolicy;
import io.aliquot.nvml.DriverRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aliquot node}: the DRA driver of one node. Runs until it is told to end. */
@Command(
        name = "node",
        description = "Publish the cards of this node and prepare claims for its containers.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class NodeCommand implements Callable<Integer> {
    @Option(
            names = "--node-name",
            required = true,
            paramLabel = "NAME",
            defaultValue = "${NODE_NAME}",
            description = "Name of this node; NODE_NAME of the environment if left out.")
    private String node = "";

    @Option(names = "--driver", paramLabel = "NAME", description = "Name of the DRA driver.")
    private String driver = "gpu.aliquot.io";

    @Option(
            names = "--pod-uid",
            paramLabel = "UID",
            defaultValue = "${POD_UID}",
            description =
                    "Gives the sockets names of their own, for rolling updates; POD_UID of the environment if left out.")
    private String podUid = "";

    @Option(names = "--kubelet-root", paramLabel = "FOLDER", description = "The kubelet's own folder.")
    private Path kubeletRoot = Path.of("/var/lib/kubelet");

    @Option(names = "--state", paramLabel = "FOLDER", description = "Same path on the host and in the container.")
    private Path state = Path.of("/var/lib/aliquot");

    @Option(names = "--cdi", paramLabel = "FOLDER", description = "Where CDI specs of claims are written.")
    private Path cdi = Path.of("/var/run/cdi");

    @Option(
            names = "--vendor-cdi",
            split = ",",
            paramLabel = "FOLDER",
            description = "Where the vendor's CDI specs are.")
    private List<Path> vendorCdi = List.of(Path.of("/etc/cdi"), Path.of("/var/run/cdi"));

    @Option(names = "--vendor-kind", paramLabel = "KIND", description = "Kind of the vendor's CDI devices.")
    private String vendorKind = "nvidia.com/gpu";

    @Option(
            names = "--driver-root",
            paramLabel = "FOLDER",
            description =
                    "Folder of the host with the vendor's driver: /, or where a driver container shows its own root.")
    private Path driverRoot = Path.of("/");

    @Option(
            names = "--driver-mount",
            paramLabel = "FOLDER",
            description = "Where this process sees the driver root; there itself if left out.")
    private Optional<Path> driverMount = Optional.empty();

    @Option(
            names = "--nvml",
            paramLabel = "FILE",
            description = "The vendor's management library, below the driver root; looked for if left out.")
    private Optional<Path> nvml = Optional.empty();

    @Option(names = "--library", paramLabel = "FILE", description = "The interposer to install on the host.")
    private Path library = Path.of("/usr/lib/aliquot/libaliquot.so");

    @Option(
            names = "--split-count",
            paramLabel = "N",
            description = "Shares of one card for requests that say nothing.")
    private int splitCount = 10;

    @Option(
            names = "--context-memory",
            paramLabel = "MIB",
            description = "What a CUDA context costs on these cards; 0: the interposer's estimate.")
    private long contextMemory;

    @Option(
            names = "--high-priority",
            arity = "1",
            paramLabel = "true|false",
            description = "Whether containers that ask for high priority get it.")
    private boolean highPriority = true;

    @Option(
            names = "--compute-policy",
            paramLabel = "POLICY",
            description = "hard: a compute limit always holds; soft: not while the card is idle otherwise.")
    private ComputePolicy policy = ComputePolicy.HARD;

    @Option(names = "--port", paramLabel = "PORT", description = "Health and metrics.")
    private int port = 8080;

    @Option(names = "--refresh", paramLabel = "DURATION", description = "How often cards are looked at.")
    private Duration refresh = Duration.ofSeconds(10);

    @Option(
            names = "--count-name",
            paramLabel = "NAME",
            description = "What device plugins call cards: where a node has some, none is offered.")
    private String countName = "nvidia.com/gpu";

    @Option(names = "--coexist", description = "Offer cards even if a device plugin or another driver offers them too.")
    private boolean coexist;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return NodeProcess.run(options());
    }

    private NodeOptions options() {
        return new NodeOptions(
                driver,
                node,
                podUid.isBlank() || podUid.startsWith("$") ? Optional.empty() : Optional.of(podUid),
                kubeletRoot,
                state,
                cdi,
                vendorCdi,
                vendorKind,
                new DriverRoot(driverRoot, driverMount.orElse(driverRoot)),
                nvml,
                library,
                splitCount,
                new ShareRules(
                        contextMemory <= 0 ? OptionalLong.empty() : OptionalLong.of(contextMemory << 20),
                        highPriority,
                        policy),
                port,
                Path.of("/sys"),
                refresh,
                countName,
                coexist);
    }
}
