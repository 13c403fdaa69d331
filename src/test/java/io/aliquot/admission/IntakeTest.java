package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that stop in the middle, send too much or too slowly, over real sockets. */
class IntakeTest {
    private static final int LARGE = 1024 * 1024;
    private static final long NEVER = 3_600_000;

    private final Vertx vertx = Vertx.vertx();
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    /** A server that answers a whole body with its length. */
    private int serve(Intake intake) throws Exception {
        HttpServer server =
                vertx.createHttpServer().requestHandler(request -> intake.take(vertx, request, receiver(request)));
        return server.listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get()
                .actualPort();
    }

    private static Intake.Receiver receiver(HttpServerRequest request) {
        return new Intake.Receiver() {
            @Override
            public void whole(byte[] body, Runnable release) {
                request.response().end("whole " + body.length);
                release.run();
            }

            @Override
            public void refused(int status, String sentence) {
                request.response().setStatusCode(status).end(sentence);
            }
        };
    }

    /** Promises {@code length} bytes and sends {@code sent} of them. */
    private Socket send(int port, int length, int sent) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.setSoTimeout(60_000);
        OutputStream out = socket.getOutputStream();
        String head = "POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(new byte[sent]);
        out.flush();
        return socket;
    }

    /** What the server says until it has said {@code end} or closes. */
    private static String answer(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return text + "<closed>";
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it never came to be");
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void a_body_is_handed_on_once_it_is_whole() throws Exception {
        Intake intake = new Intake(LARGE, NEVER);
        Socket socket = send(serve(intake), 100_000, 99_999);
        until(() -> intake.held() == 99_999 - Intake.FREE_BYTES);
        socket.getOutputStream().write(1);
        assertTrue(answer(socket, "whole 100000").startsWith("HTTP/1.1 200"));
        until(() -> intake.held() == 0);
    }

    @Test
    void a_body_that_does_not_come_is_answered_and_its_connection_closed() throws Exception {
        Intake intake = new Intake(LARGE, 50);
        String answer = answer(send(serve(intake), 100_000, 90_000), "<never>");
        assertTrue(answer.startsWith("HTTP/1.1 408") && answer.endsWith("within 50 ms<closed>"), answer);
        assertEquals(0, intake.held());
    }

    @Test
    void large_bodies_at_once_are_turned_away_while_small_ones_pass() throws Exception {
        Intake intake = new Intake(LARGE + LARGE / 2, NEVER);
        int port = serve(intake);
        Socket first = send(port, LARGE + 1, LARGE);
        until(() -> intake.held() == LARGE - Intake.FREE_BYTES);
        assertTrue(answer(send(port, LARGE + 1, LARGE), "try again").startsWith("HTTP/1.1 503"));
        assertTrue(answer(send(port, Intake.FREE_BYTES, Intake.FREE_BYTES), "whole")
                .startsWith("HTTP/1.1 200"));
        first.close();
        until(() -> intake.held() == 0);
        assertTrue(answer(send(port, LARGE, LARGE), "whole").startsWith("HTTP/1.1 200"));
        assertEquals(0, intake.held());
    }

    @Test
    void a_body_beyond_the_limit_is_answered_before_it_ends() throws Exception {
        Intake intake = new Intake(8L * LARGE, NEVER);
        Socket socket = send(serve(intake), 4 * LARGE, 3 * LARGE + 1);
        assertTrue(answer(socket, "3 MiB").startsWith("HTTP/1.1 413"));
        assertEquals(0, intake.held());
    }
}
