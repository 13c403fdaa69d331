package io.aliquot.node.checkpoint;

/** What was found where the checkpoint should be. */
public sealed interface Stored {
    record Found(Checkpoint checkpoint) implements Stored {}

    /** There is none: a new node. */
    record Absent() implements Stored {}

    /** Written by a newer driver than this one. A driver reads what older ones wrote. */
    record Newer(int version) implements Stored {}

    /** Damaged, or not a checkpoint at all. */
    record Unreadable(String why) implements Stored {}
}
