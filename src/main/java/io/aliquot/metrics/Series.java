package io.aliquot.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The program's own series. Names are Micrometer's: {@code aliquot.reviews} is exported as
 * {@code aliquot_reviews_total}, a timer as {@code …_seconds}.
 */
@ApplicationScoped
public class Series {
    private static final Duration[] REVIEW_BUCKETS = {
        Duration.ofNanos(100_000),
        Duration.ofNanos(250_000),
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofNanos(2_500_000),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5)
    };

    private final MeterRegistry registry;
    private final Timer reviews;

    public Series(MeterRegistry registry) {
        this.registry = registry;
        this.reviews = Timer.builder("aliquot.review")
                .description("Time from the last byte of an admission review to its answer")
                .serviceLevelObjectives(REVIEW_BUCKETS)
                .register(registry);
    }

    /** A review was answered. {@code reason} is why, of a small fixed set; {@code none} when there is nothing to say. */
    public void review(String outcome, String reason, Duration took) {
        reviews.record(took);
        Counter.builder("aliquot.reviews")
                .description("Admission reviews by what became of them")
                .tag("outcome", outcome)
                .tag("reason", reason.toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }

    /** A ResourceClaimTemplate was asked for. */
    public void template(TemplateResult result) {
        Counter.builder("aliquot.templates")
                .description("ResourceClaimTemplates that rewritten pods needed, by how they came to exist or not")
                .tag("result", result.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }

    /** Which configuration runs. */
    public void config(String hash, int vendors) {
        Gauge.builder("aliquot.config.info", () -> 1)
                .description("The mapping in use, by the hash of its content")
                .tag("hash", hash)
                .strongReference(true)
                .register(registry);
        Gauge.builder("aliquot.config.vendors", () -> vendors)
                .description("Entries of the mapping in use")
                .strongReference(true)
                .register(registry);
    }

    /** {@code left} tells at any time how long the serving certificate is still valid. */
    public void certificateExpiry(Supplier<Duration> left) {
        Gauge.builder("aliquot.certificate.expiry", () -> left.get().toSeconds())
                .description("Seconds until the serving certificate expires; negative afterwards")
                .baseUnit("seconds")
                .strongReference(true)
                .register(registry);
    }
}
