package io.aliquot.node.usage;

import java.util.Optional;

/** A use of a shared card that its limits do not hold. */
sealed interface Breach permits Unlimited, MemoryExcess, TimeExcess {
    /** The same for the same breach in every round, however much it has grown. */
    String identity();

    /** The same for breaches that may be of one program. */
    default String place() {
        return identity();
    }

    /** Of the Event. */
    String reason();

    String message();

    /** The pod to tell; empty where none is known. */
    Optional<String> podUid();
}
