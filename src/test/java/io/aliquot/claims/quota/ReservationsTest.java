package io.aliquot.claims.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.Marks;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReservationsTest {
    private Instant now = Instant.EPOCH;
    private final Reservations reservations = new Reservations(new Clock() {
        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    });

    private void reserve(String key, String name) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = pod.putObject("metadata").put(key, name);
        metadata.putObject("annotations").put(Marks.REQUEST, "one");
        reservations.add(pod, new Holder(Optional::empty, List.of()));
    }

    private static Pod pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid("uid-" + name)
                .addToAnnotations(Marks.REQUEST, "one")
                .endMetadata()
                .build();
    }

    private static Map<String, String> named(String... names) {
        return Stream.of(names).collect(Collectors.toMap(name -> "uid-" + name, name -> name));
    }

    @Test
    void aPodThatIsSeenIsHeldNoLonger() {
        reserve("name", "a");
        reservations.settle(List.of(pod("b")), Set.of());
        assertEquals(1, reservations.holders().size());
        reservations.settle(List.of(pod("a")), Set.of());
        assertEquals(0, reservations.holders().size());
    }

    @Test
    void aClaimThatIsHeardOfBeforeItsPodIsCoveredUntilThePodIsSeen() {
        reserve("name", "a");
        Map<String, String> named = named("a", "other");
        reservations.settle(List.of(), named.keySet());
        assertEquals(Set.of("uid-a"), reservations.covered(named));
        reservations.settle(List.of(pod("a")), named.keySet());
        assertEquals(Set.of(), reservations.covered(named));
    }

    @Test
    void eachReservationCoversOnePod() {
        reserve("generateName", "many-");
        Map<String, String> named = named("many-1", "many-2");
        assertEquals(1, reservations.covered(named).size());
        reserve("generateName", "many-");
        assertEquals(2, reservations.covered(named).size());
    }

    @Test
    void theClaimOfAPodThatHasGoneCountsThoughALikeOneIsOnItsWay() {
        reserve("generateName", "many-");
        Map<String, String> named = named("many-1");
        reservations.settle(List.of(pod("many-1")), named.keySet());
        reserve("generateName", "many-");
        reservations.settle(List.of(), named.keySet());
        assertEquals(Set.of(), reservations.covered(named));
    }

    @Test
    void whatNeverBecomesAPodIsLetGo() {
        reserve("name", "a");
        now = now.plus(Duration.ofSeconds(16));
        reservations.settle(List.of(), Set.of());
        assertEquals(0, reservations.holders().size());
    }
}
