package io.aliquot.admission;

import io.vertx.core.buffer.Buffer;

/** What goes back over HTTP. */
record Reply(int status, String contentType, Buffer body) {
    static Reply json(byte[] body) {
        return new Reply(200, "application/json", Buffer.buffer(body));
    }

    /** One sentence for a person. */
    static Reply sentence(int status, String sentence) {
        return new Reply(status, "text/plain; charset=utf-8", Buffer.buffer(sentence + "\n"));
    }
}
