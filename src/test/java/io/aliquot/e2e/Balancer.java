package io.aliquot.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a Service is to its Pods: new connections go in turn to the replicas that a probe has found ready; a connection
 * stays with its replica, also when that is no longer ready.
 */
final class Balancer implements AutoCloseable {
    private final ServerSocket listener;
    private final List<WebhookProcess> replicas = new CopyOnWriteArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();
    private final ExecutorService connections = Executors.newVirtualThreadPerTaskExecutor();

    Balancer() {
        try {
            listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The replica is ready; from now on it gets its share. */
    void add(WebhookProcess replica) {
        replicas.add(replica);
    }

    /** The replica is not ready any more: no new connections, those that are stay. */
    void remove(WebhookProcess replica) {
        replicas.remove(replica);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                connections.execute(() -> serve(client));
            } catch (IOException e) {
                // Of one connection that its client has given up; with the listener closed the loop ends.
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            Optional<Socket> found = connect();
            if (found.isPresent()) {
                try (Socket replica = found.get()) {
                    client.setTcpNoDelay(true);
                    replica.setTcpNoDelay(true);
                    connections.execute(() -> copy(replica, client));
                    copy(client, replica);
                }
            }
        } catch (IOException e) {
            // The client sees its connection end, as it would without a balancer.
        }
    }

    private Optional<Socket> connect() {
        List<WebhookProcess> now = List.copyOf(replicas);
        for (int i = 0; i < now.size(); i++) {
            int port =
                    now.get(Math.floorMod(turn.getAndIncrement(), now.size())).port();
            try {
                return Optional.of(new Socket(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                // Just gone: the next one.
            }
        }
        return Optional.empty();
    }

    /** An end on one side is an end on both. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // Closed on the other side.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.shutdownNow();
    }
}
