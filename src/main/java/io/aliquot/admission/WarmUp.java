package io.aliquot.admission;

import io.aliquot.claims.quota.QuotaVerdict;
import io.aliquot.config.CurrentMapping;
import io.aliquot.log.LogLine;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Reads, rewrites and answers a sample review again and again before the first real one comes, so that its code is
 * compiled by then. Nothing is counted, stored or asked of the API server.
 */
@Readiness
@ApplicationScoped
class WarmUp implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(WarmUp.class);
    private static final String SAMPLE = "/admission/sample-review.json";
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final CurrentMapping current;
    private volatile boolean done;

    WarmUp(CurrentMapping current) {
        this.current = current;
    }

    void begin(@Observes StartupEvent event) {
        Thread.ofPlatform().daemon().name("warm-up").start(this::run);
    }

    private void run() {
        try {
            byte[] sample = sample();
            ReviewReader reader = new ReviewReader();
            ReviewWriter writer = new ReviewWriter();
            long end = System.nanoTime() + LONGEST_NANOS;
            while (System.nanoTime() < end && reader.read(sample) instanceof Reading.Understood understood) {
                answer(understood.review(), writer);
            }
        } catch (RuntimeException e) {
            LOG.warn(LogLine.event("defect").with("where", "warm-up"), e);
        } finally {
            done = true;
        }
    }

    private void answer(Review review, ReviewWriter writer) {
        RewriteInput input = RewriteInput.create(review.pod(), current.mapping(), List.of());
        Judgement judgement = Judge.judgement(Rewriter.rewrite(input), QuotaVerdict.FINE);
        writer.write(review.uid(), judgement.verdict());
    }

    private static byte[] sample() {
        try (InputStream stream = Objects.requireNonNull(WarmUp.class.getResourceAsStream(SAMPLE), SAMPLE)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("warm-up").status(done).build();
    }
}
