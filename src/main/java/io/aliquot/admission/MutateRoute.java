package io.aliquot.admission;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * {@code POST /mutate} and nothing else. Every other request gets a sentence. A review runs on a virtual thread: it may
 * wait for the API server.
 */
@ApplicationScoped
class MutateRoute {
    static final String PATH = "/mutate";

    /** What large bodies may hold of the heap; a body becomes some ten times as much while it is judged. */
    private static final int PART_OF_HEAP = 32;

    private static final long LEAST_FOR_BODIES = 4L * 1024 * 1024;

    /** A body that has not come by then never will: the API server itself waits 30 seconds at most. */
    private static final long BODY_MILLIS = 10_000;

    private final ReviewDesk desk;
    private final Intake intake =
            new Intake(Math.max(LEAST_FOR_BODIES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP), BODY_MILLIS);
    private final ExecutorService reviews = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean draining;

    MutateRoute(ReviewDesk desk) {
        this.desk = desk;
    }

    void register(@Observes Router router) {
        router.post(PATH).handler(MutateRoute::requireJson);
        router.post(PATH).handler(this::review);
        router.route(PATH).handler(context -> {
            context.response().putHeader(HttpHeaders.ALLOW, "POST");
            send(context, Reply.sentence(405, "send admission reviews by POST"));
        });
        router.route().last().handler(context -> send(context, Reply.sentence(404, "there is only POST " + PATH)));
        router.errorHandler(400, context -> send(context, Reply.sentence(400, "the request cannot be read")));
        router.errorHandler(500, context -> send(context, Reply.sentence(503, "try again")));
    }

    /**
     * From now on each answer also ends its connection: a client that keeps connections open would otherwise send its
     * next review into a server that is about to close them.
     */
    void drain(@Observes ShutdownDelayInitiatedEvent event) {
        draining = true;
    }

    private static void requireJson(RoutingContext context) {
        String type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
        String essence = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (essence.equals("application/json")) {
            context.next();
        } else {
            send(context, Reply.sentence(415, "the Content-Type must be application/json"));
        }
    }

    private void review(RoutingContext routing) {
        Context context = routing.vertx().getOrCreateContext();
        intake.take(routing.vertx(), routing.request(), new Intake.Receiver() {
            @Override
            public void whole(byte[] body, Runnable release) {
                reviews.execute(() -> {
                    Reply reply = desk.answer(body);
                    release.run();
                    context.runOnContext(ignored -> answer(routing, reply));
                });
            }

            @Override
            public void refused(int status, String sentence) {
                send(routing, desk.turnAway(status, sentence));
            }
        });
    }

    private void answer(RoutingContext routing, Reply reply) {
        if (draining) {
            routing.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        send(routing, reply);
    }

    private static void send(RoutingContext context, Reply reply) {
        HttpServerResponse response = context.response();
        if (!response.ended() && !response.closed()) {
            response.setStatusCode(reply.status())
                    .putHeader(HttpHeaders.CONTENT_TYPE, reply.contentType())
                    .end(reply.body());
        }
    }

    @PreDestroy
    void close() {
        reviews.close();
    }
}
