package io.aliquot.admission;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
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

    /** The API server's own limit of a request body. */
    static final int MOST_BYTES = 3 * 1024 * 1024;

    private final ReviewDesk desk;
    private final ExecutorService reviews = Executors.newVirtualThreadPerTaskExecutor();

    MutateRoute(ReviewDesk desk) {
        this.desk = desk;
    }

    void register(@Observes Router router) {
        router.post(PATH).handler(MutateRoute::requireJson);
        router.post(PATH)
                .handler(BodyHandler.create(false).setBodyLimit(MOST_BYTES))
                .handler(this::review);
        router.route(PATH).handler(context -> {
            context.response().putHeader(HttpHeaders.ALLOW, "POST");
            send(context, Reply.sentence(405, "send admission reviews by POST"));
        });
        router.route().last().handler(context -> send(context, Reply.sentence(404, "there is only POST " + PATH)));
        router.errorHandler(413, context -> send(context, Reply.sentence(413, "the body is larger than 3 MiB")));
        router.errorHandler(400, context -> send(context, Reply.sentence(400, "the request cannot be read")));
        router.errorHandler(500, context -> send(context, Reply.sentence(503, "try again")));
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
        Buffer body = routing.body().buffer();
        byte[] bytes = body == null ? new byte[0] : body.getBytes();
        Context context = routing.vertx().getOrCreateContext();
        reviews.execute(() -> {
            Reply reply = desk.answer(bytes);
            context.runOnContext(ignored -> send(routing, reply));
        });
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
