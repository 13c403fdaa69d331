package io.aliquot.node.state;

import java.util.List;

/** What planning a claim came to. */
public sealed interface Plan {
    /** The claim can be prepared like this. */
    record Accepted(PreparedClaim claim) implements Plan {}

    /** It cannot; every problem, each with the field it is about. */
    record Refused(List<String> problems) implements Plan {}
}
