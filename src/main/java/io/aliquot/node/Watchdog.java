package io.aliquot.node;

import io.aliquot.node.api.Complaints;
import io.aliquot.node.health.Readiness;
import io.aliquot.node.health.Rounds;
import io.aliquot.node.usage.UsageWatch;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Tells when rounds do not come to their end: a management library that hangs can't be called off, and shows nothing. */
final class Watchdog implements Closeable {
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private final List<Rounds> watched;
    private final Readiness readiness;
    private final Complaints complaints;
    private final Rounds own = new Rounds("watchdog", this::look);

    Watchdog(NodeLoop loop, UsageWatch usage, Readiness readiness, Complaints complaints) {
        this(Stream.concat(Stream.of(loop.rounds()), usage.rounds().stream()).toList(), readiness, complaints);
    }

    Watchdog(List<Rounds> watched, Readiness readiness, Complaints complaints) {
        this.watched = watched;
        this.readiness = readiness;
        this.complaints = complaints;
    }

    void start() {
        own.start(PAUSE, PAUSE);
    }

    void look() {
        List<String> standing = watched.stream()
                .filter(rounds -> rounds.standing().isPresent())
                .map(Watchdog::sentence)
                .toList();
        if (standing.isEmpty()) {
            readiness.fine("rounds");
        } else {
            readiness.wrong("rounds", String.join("; ", standing));
        }
        complaints.tell("NodeDriverStands", standing);
    }

    /** The same for as long as it lasts, so that it is told once. */
    private static String sentence(Rounds rounds) {
        return "The node driver's thread " + rounds.name()
                + " has been waiting for more than a minute and does nothing meanwhile: the management library, or the"
                + " API server, does not answer. See whether nvidia-smi on the node answers; if it does not, move the pods"
                + " away and reset the card or reboot the node";
    }

    @Override
    public void close() {
        own.close();
    }
}
