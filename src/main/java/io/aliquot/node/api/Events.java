package io.aliquot.node.api;

import io.fabric8.kubernetes.api.model.ObjectReference;

/** Where warnings go. */
public interface Events {
    /** False while another driver speaks for this node, as in a rolling update: one voice is enough. */
    boolean speaks();

    /** This node, as what an Event is about. */
    ObjectReference self();

    /** Sends one; tells whether the API server has it. At most 1024 characters of {@code message} are kept. */
    boolean warn(ObjectReference about, String reason, String message);
}
