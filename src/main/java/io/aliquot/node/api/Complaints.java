package io.aliquot.node.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/** Tells of what is wrong with the node: in the log and as an Event, once for each change of it. */
public final class Complaints {
    private static final Logger LOG = Logger.getLogger(Complaints.class);
    private final NodeEvents events;
    private final Map<String, List<String>> told = new HashMap<>();

    public Complaints(NodeEvents events) {
        this.events = events;
    }

    /**
     * Tells what is new in {@code now}, all that is wrong of this kind. What could not be sent is sent with the next call.
     */
    public void tell(String reason, List<String> now) {
        List<String> before = told.getOrDefault(reason, List.of());
        boolean sent = true;
        for (String problem : now) {
            if (!before.contains(problem)) {
                LOG.warn(problem);
                sent &= events.warn(events.self(), reason, problem);
            }
        }
        if (sent) {
            told.put(reason, List.copyOf(now));
        }
    }
}
