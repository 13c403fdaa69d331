package io.aliquot.admission;

import io.aliquot.log.LogLine;
import io.aliquot.metrics.Series;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jboss.logging.Logger;

/** Answers the bytes of a request with the bytes of an answer, whatever happens in between. */
@ApplicationScoped
class ReviewDesk {
    private static final Logger LOG = Logger.getLogger(ReviewDesk.class);

    private final ReviewReader reader = new ReviewReader();
    private final ReviewWriter writer = new ReviewWriter();
    private final Judge judge;
    private final Series series;

    ReviewDesk(Judge judge, Series series) {
        this.judge = judge;
        this.series = series;
    }

    Reply answer(byte[] body) {
        long start = System.nanoTime();
        return switch (read(body)) {
            case Reading.Malformed malformed -> turnAway(malformed, start);
            case Reading.Understood understood -> answer(understood.review(), start);
        };
    }

    /** The answer to a request whose body was not taken in: said, counted and logged as any other that cannot be read. */
    Reply turnAway(int status, String sentence) {
        return turnAway(new Reading.Malformed(status, sentence), System.nanoTime());
    }

    private Reading read(byte[] body) {
        try {
            return reader.read(body);
        } catch (RuntimeException e) {
            LOG.error(LogLine.event("defect").with("where", "reading"), e);
            return new Reading.Malformed(400, "the body could not be read");
        }
    }

    private Reply turnAway(Reading.Malformed malformed, long start) {
        LOG.warn(LogLine.event("malformed").with("status", malformed.status()).with("message", malformed.sentence()));
        series.review("malformed", Judgement.NO_REASON, since(start));
        return Reply.sentence(malformed.status(), malformed.sentence());
    }

    private Reply answer(Review review, long start) {
        Judgement judgement = judge(review);
        byte[] answer = writer.write(review.uid(), judgement.verdict());
        series.review(judgement.outcome(), judgement.reason(), since(start));
        log(review, judgement);
        return Reply.json(answer);
    }

    /** A defect of ours is a refusal with a way out, not a broken answer; it must not let a pod pass unlimited. */
    private Judgement judge(Review review) {
        try {
            return judge.judge(review);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error(LogLine.event("defect").with("uid", review.uid()).with("namespace", review.namespace()), e);
            return new Judgement(
                    new Verdict.Denied(
                            503,
                            "ServiceUnavailable",
                            "the webhook could not judge this pod because of a defect; its log says more under uid "
                                    + review.uid(),
                            OptionalInt.of(1),
                            List.of()),
                    "unavailable",
                    "defect");
        }
    }

    private static void log(Review review, Judgement judgement) {
        switch (judgement.verdict()) {
            case Verdict.Denied denied ->
                LOG.info(line(review, "refused").with("code", denied.code()).with("message", denied.message()));
            case Verdict.Allowed allowed -> {
                if (LOG.isDebugEnabled()) {
                    LOG.debug(line(review, judgement.outcome())
                            .with("warnings", allowed.warnings().size()));
                }
            }
        }
    }

    private static LogLine line(Review review, String event) {
        return LogLine.event(event)
                .with("uid", review.uid())
                .with("namespace", review.namespace())
                .with("owner", review.owner())
                .with("dryRun", review.dryRun());
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
