package io.aliquot.node.state;

/** A pod for which a claim is reserved. */
public record PodName(String namespace, String name, String uid) {}
