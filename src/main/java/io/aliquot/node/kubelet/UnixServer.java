package io.aliquot.node.kubelet;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** gRPC services on a unix socket that only root can open. */
final class UnixServer implements Closeable {
    private final Path socket;
    private final Server server;

    private UnixServer(Path socket, Server server) {
        this.socket = socket;
        this.server = server;
    }

    static UnixServer start(Path socket, EventLoopGroup loops, Executor executor, List<BindableService> services)
            throws IOException {
        Files.createDirectories(Sockets.parent(socket));
        Files.deleteIfExists(socket);
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                // Set by default; a unix socket knows no such option, which would be a warning for every connection.
                .withChildOption(ChannelOption.SO_KEEPALIVE, null)
                .executor(executor);
        services.forEach(builder::addService);
        Server server = builder.build().start();
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        return new UnixServer(socket, server);
    }

    /** Takes no more calls, lets those that run come to their end for a while, and removes the socket. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(socket);
        server.shutdown();
        try {
            if (!server.awaitTermination(5, TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
