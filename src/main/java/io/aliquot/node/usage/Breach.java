package io.aliquot.node.usage;

import java.util.Optional;

/** A use of a shared card that its limits do not hold. */
sealed interface Breach permits Unlimited, MemoryExcess, TimeExcess {
    /** The same for the same breach in every round, however much it has grown. */
    String identity();

    /** Of the Event. */
    String reason();

    String message();

    /** The pod to tell; empty where none is known. */
    Optional<String> podUid();
}
