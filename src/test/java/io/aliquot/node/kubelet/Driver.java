package io.aliquot.node.kubelet;

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
    private final NodeLock lock;
    private final KubeletPlugin plugin;

    Driver(Host host, ClaimSource api, Optional<String> podUid) throws IOException {
        lock = host.lock();
        Claims claims = host.start(api, lock);
        sockets = Sockets.of(host.kubelet(), Cards.DRIVER, podUid);
        plugin = new KubeletPlugin(sockets, Cards.DRIVER, () -> claims, host.spec, board);
    }

    Path socket() {
        return sockets.dra();
    }

    boolean registered() {
        return plugin.registered();
    }

    @Override
    public void close() throws IOException {
        plugin.close();
        lock.close();
    }
}
