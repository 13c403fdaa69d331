package io.aliquot.admission;

import io.quarkus.vertx.http.HttpsServerStart;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready only once the TLS port listens: the management port, which tells so, may be open earlier. */
@Readiness
@ApplicationScoped
class ServingHealth implements HealthCheck {
    private volatile boolean listening;

    void started(@ObservesAsync HttpsServerStart event) {
        listening = true;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("serving").status(listening).build();
    }
}
