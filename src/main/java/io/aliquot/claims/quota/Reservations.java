package io.aliquot.claims.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.rewrite.Marks;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was let pass in one namespace and has not been seen as a pod yet. */
final class Reservations {
    /** A create that has not come through by then was refused by somebody else, or will be very late. */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private record Reservation(Instant until, String name, String generateName, String request, Holder holder) {
        boolean becomes(Pod pod) {
            return mayBeNamed(pod.getMetadata().getName()) && request.equals(request(pod));
        }

        boolean mayBeNamed(String pod) {
            return name.isEmpty() ? pod.startsWith(generateName) : pod.equals(name);
        }

        private static String request(Pod pod) {
            return Optional.ofNullable(pod.getMetadata().getAnnotations())
                    .orElse(Map.of())
                    .getOrDefault(Marks.REQUEST, "");
        }
    }

    private final Clock clock;
    private final List<Reservation> open = new ArrayList<>();
    private Set<String> seen = new HashSet<>();

    Reservations(Clock clock) {
        this.clock = clock;
    }

    /**
     * Lets go what has become one of the namespace's pods that can be counted, and what never will.
     *
     * @param named uids of all pods that something in the namespace speaks of
     */
    void settle(List<Pod> pods, Set<String> named) {
        Set<String> now = new HashSet<>();
        for (Pod pod : pods) {
            if (!seen.contains(pod.getMetadata().getUid())) {
                removeFirst(pod);
            }
            now.add(pod.getMetadata().getUid());
        }
        named.stream().filter(seen::contains).forEach(now::add);
        seen = now;
        open.removeIf(reservation -> reservation.until().isBefore(clock.instant()));
    }

    /**
     * The uids of those pods that are held in reserve still: a claim may be heard of before the pod that it was made
     * for, and would count twice.
     *
     * @param named names by uid
     */
    Set<String> covered(Map<String, String> named) {
        List<Reservation> free = new ArrayList<>(open);
        Set<String> covered = new HashSet<>();
        named.forEach((uid, name) -> {
            if (!seen.contains(uid)) {
                free.stream()
                        .filter(reservation -> reservation.mayBeNamed(name))
                        .findFirst()
                        .ifPresent(reservation -> {
                            free.remove(reservation);
                            covered.add(uid);
                        });
            }
        });
        return covered;
    }

    private void removeFirst(Pod pod) {
        for (Iterator<Reservation> each = open.iterator(); each.hasNext(); ) {
            if (each.next().becomes(pod)) {
                each.remove();
                return;
            }
        }
    }

    void add(JsonNode pod, Holder holder) {
        JsonNode metadata = pod.path("metadata");
        open.add(new Reservation(
                clock.instant().plus(LONGEST),
                metadata.path("name").asText(""),
                metadata.path("generateName").asText(""),
                metadata.path("annotations").path(Marks.REQUEST).asText(""),
                holder));
    }

    List<Holder> holders() {
        return open.stream().map(Reservation::holder).toList();
    }
}
