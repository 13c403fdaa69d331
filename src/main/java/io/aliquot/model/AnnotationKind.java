package io.aliquot.model;

/** What a pod annotation of the old system decides. */
public enum AnnotationKind {
    /** Only cards with one of these UUIDs. */
    USE_UUID("useUuid"),
    /** No card with one of these UUIDs. */
    NOUSE_UUID("nouseUuid"),
    /** Only cards whose registered name contains one of these words. */
    USE_TYPE("useType"),
    /** No card whose registered name contains one of these words. */
    NOUSE_TYPE("nouseType"),
    /** How a card is divided: hami-core, mig, mps. */
    MODE("mode"),
    /** Whether all cards of a container share one NUMA node. */
    NUMA_BIND("numaBind");

    private final String field;

    AnnotationKind(String field) {
        this.field = field;
    }

    /** The kind's name in the mapping file. */
    public String field() {
        return field;
    }
}
