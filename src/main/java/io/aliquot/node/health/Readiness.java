package io.aliquot.node.health;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What stands against being ready, by subject; when there is nothing, it is. */
public final class Readiness {
    private final Map<String, String> reasons = new TreeMap<>();

    /** Of a program that starts: these stand against it until they are said to be fine. */
    public static Readiness awaiting(String... subjects) {
        Readiness readiness = new Readiness();
        List.of(subjects).forEach(subject -> readiness.wrong(subject, "has not come about yet"));
        return readiness;
    }

    public synchronized void fine(String subject) {
        reasons.remove(subject);
    }

    public synchronized void wrong(String subject, String reason) {
        reasons.put(subject, reason);
    }

    public synchronized Map<String, String> reasons() {
        return Map.copyOf(reasons);
    }
}
