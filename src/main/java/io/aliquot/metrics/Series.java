package io.aliquot.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
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
    private final MultiGauge configInfo;
    private final MultiGauge configVendors;

    public Series(MeterRegistry registry) {
        this.registry = registry;
        this.configInfo = MultiGauge.builder("aliquot.config.info")
                .description("The mapping in use, by the hash of its content")
                .register(registry);
        this.configVendors = MultiGauge.builder("aliquot.config.vendors")
                .description("Entries of the mapping in use")
                .register(registry);
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
        configInfo.register(List.of(MultiGauge.Row.of(Tags.of("hash", hash), 1)), true);
        configVendors.register(List.of(MultiGauge.Row.of(Tags.empty(), vendors)), true);
    }

    /** The mapping file has changed; {@code result} is {@code accepted} or {@code rejected}. */
    public void configReload(String result) {
        Counter.builder("aliquot.config.reloads")
                .description("Changes of the mapping file, by whether the new text came into use")
                .tag("result", result)
                .register(registry)
                .increment();
    }

    /** {@code passed} tells at any time whether the last look at the cluster found that claims with capacity work. */
    public void preflight(BooleanSupplier passed) {
        Gauge.builder("aliquot.preflight.passed", () -> passed.getAsBoolean() ? 1 : 0)
                .description("Whether the cluster was last found to support claims with capacity: 1 or 0")
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
