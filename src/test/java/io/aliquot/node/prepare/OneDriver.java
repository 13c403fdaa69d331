package io.aliquot.node.prepare;

import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.Cards;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests over one driver on a host of its own, with an API server in memory. */
abstract class OneDriver {
    static final String PART = "g0@gpu-0 memory=8000Mi cores=30 shares=100 share=s1";

    @TempDir
    Path root;

    final ApiServer api = new ApiServer();
    Host host;
    NodeLock lock;
    Claims claims;

    @BeforeEach
    void start() throws IOException {
        host = new Host(root);
        lock = host.lock();
        claims = host.start(api, lock);
    }

    @AfterEach
    void stop() throws IOException {
        lock.close();
    }

    final Preparation prepare(String uid, String devices, boolean abandoned) {
        Allocation allocation = Cards.allocation(uid, devices);
        api.add(allocation);
        return claims.prepare(allocation.claim(), () -> abandoned);
    }
}
