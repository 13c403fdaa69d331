package io.aliquot.node.kubelet;

import io.aliquot.node.health.Readiness;
import io.aliquot.node.prepare.ClaimSource;
import io.aliquot.node.prepare.Claims;
import io.aliquot.node.prepare.Host;
import io.aliquot.node.prepare.NodeLock;
import io.aliquot.node.state.Cards;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** One life of a driver on a host of the tests. */
final class Driver implements AutoCloseable {
    final Sockets sockets;
    final HealthBoard board = new HealthBoard();
    final Readiness readiness = new Readiness();
    private volatile Runnable beforeClaim = () -> {};
    private final NodeLock lock;
    private final KubeletPlugin plugin;

    Driver(Host host, ClaimSource api, Optional<String> podUid) throws IOException {
        lock = host.lock();
        Claims claims = host.start(api, lock);
        sockets = Sockets.of(host.kubelet(), Cards.DRIVER, podUid);
        plugin = new KubeletPlugin(sockets, Cards.DRIVER, () -> next(claims), host.spec, board, readiness);
    }

    private Claims next(Claims claims) {
        beforeClaim.run();
        return claims;
    }

    /** Runs before each claim of each call. */
    void beforeClaim(Runnable work) {
        beforeClaim = work;
    }

    Path socket() {
        return sockets.dra();
    }

    @Override
    public void close() throws IOException {
        plugin.close();
        lock.close();
    }
}
