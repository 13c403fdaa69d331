package io.aliquot.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.claims.PreflightResult.Finding;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterReadinessTest {
    private static final Finding WORKS = new Finding.Works();
    private static final Finding BROKEN = new Finding.Broken("the gate is off");
    private static final Finding AWAY = new Finding.Unknown("the API server does not answer");

    private Finding finding = AWAY;
    private final ClusterReadiness readiness =
            new ClusterReadiness(() -> new PreflightResult(finding, List.of("a warning")), 1, 1);

    @AfterEach
    void close() {
        readiness.close();
    }

    private void look(Finding... findings) {
        for (Finding each : findings) {
            finding = each;
            readiness.look();
        }
    }

    private Status status() {
        return readiness.health().getStatus();
    }

    private Optional<Object> data(String key) {
        return readiness.health().getData().map(data -> data.get(key));
    }

    @Test
    void it_is_not_ready_before_a_preflight_has_passed_and_says_why() {
        assertEquals(Optional.empty(), readiness.obstacle());
        look(AWAY, BROKEN);
        assertEquals(Status.DOWN, status());
        assertEquals(Optional.of("the gate is off"), data("obstacle"));
        look(WORKS);
        assertEquals(Status.UP, status());
        assertEquals(Optional.empty(), data("obstacle"));
        assertEquals(Optional.of("a warning"), data("warning1"));
    }

    @Test
    void an_api_server_that_is_away_changes_nothing_but_what_is_told() {
        look(WORKS, AWAY, AWAY, AWAY, AWAY);
        assertEquals(Status.UP, status());
        assertEquals(Optional.of("the API server does not answer"), data("obstacle"));
        assertEquals(Optional.empty(), readiness.inForce());
    }

    @Test
    void pods_are_refused_once_three_looks_in_a_row_have_found_it_broken() {
        look(WORKS, BROKEN, BROKEN, WORKS, BROKEN, AWAY, BROKEN);
        assertEquals(Optional.empty(), readiness.inForce());
        look(BROKEN);
        assertEquals(Optional.of("the gate is off"), readiness.inForce());
        assertEquals(Optional.of(true), data("refusing"));
        look(AWAY);
        assertEquals(Optional.of("the gate is off"), readiness.inForce());
        assertEquals(Status.UP, status());
        look(WORKS);
        assertEquals(Optional.empty(), readiness.inForce());
    }
}
