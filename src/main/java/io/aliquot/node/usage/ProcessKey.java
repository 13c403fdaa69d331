package io.aliquot.node.usage;

/**
 * A process as a region names it.
 *
 * @param namespace inode of its pid namespace, 0 where unknown
 * @param pid in that namespace
 * @param started clock ticks since boot, 0 where unknown
 */
record ProcessKey(long namespace, int pid, long started) {
    /** Whether both may be one process; what one does not know can't tell them apart. */
    boolean matches(ProcessKey other) {
        return pid == other.pid
                && (namespace == 0 || other.namespace == 0 || namespace == other.namespace)
                && (started == 0 || other.started == 0 || started == other.started);
    }
}
