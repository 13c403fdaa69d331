package io.aliquot.node.slice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that takes the seat and keeps it until it is killed. */
final class SeatHolder {
    private SeatHolder() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (Seat seat = new Seat(Path.of(arguments[0]), "holder")) {
            System.out.println(seat.mine() ? "seated" : "not seated");
            new CountDownLatch(1).await();
        }
    }
}
