package io.aliquot.node.health;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** What stands against being ready, by subject; when there is nothing, it is. */
public final class Readiness {
    private final Map<String, String> reasons = new TreeMap<>();
    private final Map<String, Runnable> whenFine = new ConcurrentHashMap<>();

    /** Of a program that starts: these stand against it until they are said to be fine. */
    public static Readiness awaiting(String... subjects) {
        Readiness readiness = new Readiness();
        List.of(subjects).forEach(subject -> readiness.wrong(subject, "has not come about yet"));
        return readiness;
    }

    public void fine(String subject) {
        if (remove(subject)) {
            whenFine.getOrDefault(subject, () -> {}).run();
        }
    }

    private synchronized boolean remove(String subject) {
        return reasons.remove(subject) != null;
    }

    /** Does {@code action} each time that {@code subject} has come to be fine. */
    public void whenFine(String subject, Runnable action) {
        whenFine.put(subject, action);
    }

    public synchronized boolean isFine(String subject) {
        return !reasons.containsKey(subject);
    }

    public synchronized void wrong(String subject, String reason) {
        reasons.put(subject, reason);
    }

    public synchronized Map<String, String> reasons() {
        return Map.copyOf(reasons);
    }
}
