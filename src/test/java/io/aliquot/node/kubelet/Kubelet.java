package io.aliquot.node.kubelet;

import io.aliquot.node.kubelet.dra.Claim;
import io.aliquot.node.kubelet.dra.DRAPluginGrpc;
import io.aliquot.node.kubelet.dra.NodePrepareResourceResponse;
import io.aliquot.node.kubelet.dra.NodePrepareResourcesRequest;
import io.aliquot.node.kubelet.dra.NodeUnprepareResourceResponse;
import io.aliquot.node.kubelet.dra.NodeUnprepareResourcesRequest;
import io.aliquot.node.kubelet.registration.InfoRequest;
import io.aliquot.node.kubelet.registration.PluginInfo;
import io.aliquot.node.kubelet.registration.RegistrationGrpc;
import io.aliquot.node.kubelet.registration.RegistrationStatus;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Speaks to a driver as a kubelet does: looks into the registry folder, dials, asks, calls. */
final class Kubelet implements AutoCloseable {
    private final Path root;
    private final EventLoopGroup loops = new EpollEventLoopGroup(1);
    private final List<ManagedChannel> channels = new ArrayList<>();

    Kubelet(Path root) {
        this.root = root;
    }

    List<Path> registrations() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("plugins_registry"))) {
            return files.sorted().toList();
        }
    }

    /** Registers the driver behind one registration socket, or refuses to for {@code error}. */
    PluginInfo register(Path socket, String error) {
        var stub = RegistrationGrpc.newBlockingStub(dial(socket)).withDeadlineAfter(20, TimeUnit.SECONDS);
        PluginInfo info = stub.getInfo(InfoRequest.getDefaultInstance());
        stub.notifyRegistrationStatus(RegistrationStatus.newBuilder()
                .setPluginRegistered(error.isEmpty())
                .setError(error)
                .build());
        return info;
    }

    Answers<NodePrepareResourceResponse> prepare(Path socket, Claim... claims) {
        return new Answers<>(DRAPluginGrpc.newBlockingStub(dial(socket))
                .withDeadlineAfter(45, TimeUnit.SECONDS)
                .nodePrepareResources(NodePrepareResourcesRequest.newBuilder()
                        .addAllClaims(List.of(claims))
                        .build())
                .getClaimsMap());
    }

    Answers<NodeUnprepareResourceResponse> unprepare(Path socket, Claim... claims) {
        return unprepare(dial(socket), claims);
    }

    Answers<NodeUnprepareResourceResponse> unprepare(ManagedChannel channel, Claim... claims) {
        return new Answers<>(DRAPluginGrpc.newBlockingStub(channel)
                .withDeadlineAfter(45, TimeUnit.SECONDS)
                .nodeUnprepareResources(NodeUnprepareResourcesRequest.newBuilder()
                        .addAllClaims(List.of(claims))
                        .build())
                .getClaimsMap());
    }

    ManagedChannel dial(Path socket) {
        ManagedChannel channel = NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .channelType(EpollDomainSocketChannel.class, DomainSocketAddress.class)
                .eventLoopGroup(loops)
                .withOption(ChannelOption.SO_KEEPALIVE, null)
                .overrideAuthority("localhost")
                .usePlaintext()
                .build();
        channels.add(channel);
        return channel;
    }

    static Claim claim(String uid) {
        return Claim.newBuilder()
                .setNamespace("team")
                .setName("claim-" + uid)
                .setUid(uid)
                .build();
    }

    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
