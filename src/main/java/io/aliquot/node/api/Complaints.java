package io.aliquot.node.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/** Tells of what is wrong with the node: in the log and as an Event, once for each change of it. */
public final class Complaints {
    private static final Logger LOG = Logger.getLogger(Complaints.class);
    private final Events events;
    private final Map<String, List<String>> told = new HashMap<>();

    public Complaints(Events events) {
        this.events = events;
    }

    /**
     * Tells what is new in {@code now}, all that is wrong of this kind. What could not be sent is sent with the next call.
     */
    public synchronized void tell(String reason, List<String> now) {
        if (!events.speaks()) {
            return;
        }
        List<String> before = told.getOrDefault(reason, List.of());
        List<String> arrived = new ArrayList<>();
        boolean reached = true;
        for (String problem : now) {
            if (before.contains(problem)) {
                arrived.add(problem);
            } else if (reached) {
                // The others would each wait for an API server that does not answer.
                reached = send(reason, problem);
                if (reached) {
                    arrived.add(problem);
                }
            }
        }
        told.put(reason, arrived);
    }

    private boolean send(String reason, String problem) {
        LOG.warn(problem);
        return events.warn(events.self(), reason, problem);
    }
}
