package io.aliquot.config;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready as soon as the mapping is read; shows which one it is. */
@Readiness
@ApplicationScoped
public class MappingHealth implements HealthCheck {
    private final CurrentMapping current;

    public MappingHealth(CurrentMapping current) {
        this.current = current;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder health = HealthCheckResponse.named("mapping")
                .withData("hash", current.mapping().hash())
                .withData("vendors", current.mapping().vendors().size())
                .up();
        if (!current.rejected().isEmpty()) {
            health.withData("rejected", String.join("; ", current.rejected()));
        }
        return health.build();
    }
}
