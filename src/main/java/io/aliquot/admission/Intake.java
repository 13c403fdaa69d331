package io.aliquot.admission;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes in request bodies within bounds, since anyone who reaches the port may send them: of size, of time, and of what
 * all unfinished ones hold together. The first part of each body is free of the common bound, so that bodies as large as
 * pods are keep passing while large ones are turned away.
 */
final class Intake {
    /**
     * The API server's own limit of what a client sends. Its reviews can be larger, by managed fields and by the object
     * as it was; judging one takes ten times as much memory as its body, which a replica of 256 MiB does not have.
     */
    static final int MOST_BYTES = 3 * 1024 * 1024;

    /** What of a body does not count. */
    static final int FREE_BYTES = 64 * 1024;

    private final long budget;
    private final long millis;
    private final AtomicLong held = new AtomicLong();

    /**
     * @param budget how many bytes beyond the free ones all bodies may hold together
     * @param millis within which a body has to come
     */
    Intake(long budget, long millis) {
        this.budget = budget;
        this.millis = millis;
    }

    /** What becomes of a body; one of the two is called, once, on the request's event loop. */
    interface Receiver {
        /** All of it is here; {@code release} is to be called once its bytes are not needed any more. */
        void whole(byte[] body, Runnable release);

        /** It is turned away with an HTTP status and a sentence. */
        void refused(int status, String sentence);
    }

    void take(Vertx vertx, HttpServerRequest request, Receiver receiver) {
        Body body = new Body(request, receiver);
        long timer = vertx.setTimer(millis, ignored -> body.tooSlow());
        request.exceptionHandler(failure -> {
            vertx.cancelTimer(timer);
            body.drop();
        });
        request.endHandler(ended -> {
            vertx.cancelTimer(timer);
            body.complete();
        });
        request.handler(body::add);
    }

    /** Bytes that count, of bodies that are not released. */
    long held() {
        return held.get();
    }

    private final class Body {
        private final HttpServerRequest request;
        private final Receiver receiver;
        private Buffer content = Buffer.buffer();
        private boolean open = true;
        private long counted;

        Body(HttpServerRequest request, Receiver receiver) {
            this.request = request;
            this.receiver = receiver;
        }

        void add(Buffer part) {
            if (!open) {
                return;
            }
            if (content.length() + part.length() > MOST_BYTES) {
                refuse(413, "the body is larger than 3 MiB");
                return;
            }
            long more = Math.max(0, content.length() + part.length() - FREE_BYTES) - counted;
            if (more > 0 && held.addAndGet(more) > budget) {
                held.addAndGet(-more);
                refuse(503, "too many large bodies at once; try again");
                return;
            }
            counted += more;
            content.appendBuffer(part);
        }

        void complete() {
            if (open) {
                open = false;
                byte[] whole = content.getBytes();
                content = Buffer.buffer();
                receiver.whole(whole, this::release);
            }
        }

        void tooSlow() {
            if (open) {
                refuse(408, "the body did not come within " + millis + " ms");
            }
            request.connection().close();
        }

        void drop() {
            open = false;
            content = Buffer.buffer();
            release();
        }

        /** What else comes of the body is thrown away. */
        private void refuse(int status, String sentence) {
            drop();
            receiver.refused(status, sentence);
        }

        private void release() {
            held.addAndGet(-counted);
            counted = 0;
        }
    }
}
