package io.aliquot.cli.object;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A scheduler that a workload names for all its pods.
 *
 * @param owner the object with the field
 * @param path path of the field
 * @param name the scheduler
 */
public record PodScheduler(ObjectNode owner, String path, String name) {
    static final String FIELD = "schedulerName";
}
