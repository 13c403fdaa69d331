package io.aliquot.node.state;

/** What becomes of a device in a container. */
public enum Treatment {
    /** A part of the card: limits file, region and preload. */
    LIMITED,
    /** All of its memory and no compute limit: nothing to enforce, nothing preloaded. */
    WHOLE,
    /** Admin access: sees the card beside those who use it. */
    ADMIN
}
