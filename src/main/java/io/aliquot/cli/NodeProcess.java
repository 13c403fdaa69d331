package io.aliquot.cli;

import io.aliquot.node.NodeDriver;
import io.aliquot.node.NodeOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * The running node driver. Apart from {@link NodeCommand}, so that commands that need no cluster start without the
 * client's classes.
 */
final class NodeProcess {
    private NodeProcess() {}

    /** Runs until the process is told to end; gives its exit code. */
    static int run(NodeOptions options) throws IOException, InterruptedException {
        NodeLog.start();
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            end.countDown();
            await(ended);
        }));
        try (KubernetesClient client = ApiClient.connectShortly();
                NodeDriver running = new NodeDriver(options, client)) {
            end.await();
            return running == null ? 1 : 0;
        } finally {
            ended.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
