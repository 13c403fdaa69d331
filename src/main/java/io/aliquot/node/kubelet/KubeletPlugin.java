package io.aliquot.node.kubelet;

import io.aliquot.node.cdi.ClaimSpec;
import io.aliquot.node.health.Readiness;
import io.aliquot.node.prepare.Claims;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The driver as the kubelet sees it. The service listens before the registration socket appears, and the registration
 * socket goes first at the end: the kubelet never knows of a driver that can't be called.
 */
public final class KubeletPlugin implements Closeable {
    private final EventLoopGroup loops = new EpollEventLoopGroup(2);
    private final ExecutorService executor = Executors.newFixedThreadPool(8, new Threads());
    private final UnixServer dra;
    private final UnixServer registration;
    private final HealthBoard board;
    private final HealthStatusManager status = new HealthStatusManager();

    /**
     * Listens.
     *
     * @param readiness hears what the kubelet makes of the driver
     */
    public KubeletPlugin(
            Sockets sockets,
            String driver,
            Supplier<Claims> claims,
            ClaimSpec spec,
            HealthBoard board,
            Readiness readiness)
            throws IOException {
        this.board = board;
        sockets.removeDead(driver);
        Clock clock = Clock.systemUTC();
        status.setStatus("", ServingStatus.SERVING);
        dra = UnixServer.start(
                sockets.dra(),
                loops,
                executor,
                List.of(
                        new DraService(claims, spec),
                        new HealthV1(board, clock),
                        new HealthV1Alpha1(board, clock),
                        status.getHealthService()));
        registration = UnixServer.start(
                sockets.registration(),
                loops,
                executor,
                List.of(new RegistrationService(driver, sockets.dra(), readiness)));
    }

    @Override
    public void close() throws IOException {
        registration.close();
        status.enterTerminalState();
        board.end();
        dra.close();
        executor.shutdown();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
