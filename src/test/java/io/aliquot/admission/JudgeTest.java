package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.claims.CardSource;
import io.aliquot.claims.Connection;
import io.aliquot.claims.Ensured;
import io.aliquot.claims.NamespaceQuotas;
import io.aliquot.claims.Placement;
import io.aliquot.claims.Templates;
import io.aliquot.config.CurrentMapping;
import io.aliquot.config.Settings;
import io.aliquot.metrics.Series;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final String POD = "pod-count-mem-cores.01-create.json";

    private record MemorySettings() implements Settings {
        @Override
        public Optional<Path> mapping() {
            return Optional.empty();
        }

        @Override
        public TemplateStore templates() {
            return TemplateStore.MEMORY;
        }

        @Override
        public Optional<List<Long>> cards() {
            return Optional.empty();
        }

        @Override
        public Optional<Path> certificate() {
            return Optional.empty();
        }

        @Override
        public Optional<Path> certificateKey() {
            return Optional.empty();
        }

        @Override
        public Optional<String> registration() {
            return Optional.empty();
        }

        @Override
        public Optional<String> certificateSecret() {
            return Optional.empty();
        }

        @Override
        public Optional<List<String>> certificateNames() {
            return Optional.empty();
        }

        @Override
        public Path certificateFolder() {
            return Path.of("unused");
        }

        @Override
        public Duration certificateLifetime() {
            return Duration.ofDays(90);
        }

        @Override
        public Duration authorityLifetime() {
            return Duration.ofDays(365);
        }

        @Override
        public Duration certificateSettle() {
            return Duration.ofMinutes(1);
        }

        @Override
        public Duration certificateLook() {
            return Duration.ofSeconds(10);
        }

        @Override
        public Optional<Path> caBundle() {
            return Optional.empty();
        }

        @Override
        public String lease() {
            return "aliquot-webhook";
        }

        @Override
        public Duration sweepAfter() {
            return Duration.ofHours(1);
        }
    }

    private final List<String> asked = new ArrayList<>();
    private final List<Placement> placements = new ArrayList<>();

    @Test
    void a_taken_name_leads_to_another_one_in_the_patch_too() {
        Judgement judgement = judge(POD, name -> asked.size() == 1 ? new Ensured.Taken(name) : new Ensured.Present());
        Verdict.Allowed allowed = assertInstanceOf(Verdict.Allowed.class, judgement.verdict());
        assertEquals(2, asked.stream().distinct().count());
        String patch = allowed.patch().orElseThrow().toString();
        assertTrue(patch.contains(asked.getLast()) && !patch.contains(asked.getFirst()), patch);
    }

    @Test
    void four_taken_names_are_trouble_that_may_pass() {
        Judgement judgement = judge(POD, Ensured.Taken::new);
        Verdict.Denied denied = assertInstanceOf(Verdict.Denied.class, judgement.verdict());
        assertEquals(503, denied.code());
        assertEquals(OptionalInt.of(1), denied.retryAfterSeconds());
        assertEquals(4, asked.stream().distinct().count(), asked::toString);
    }

    @Test
    void a_quota_refuses_the_pod_in_the_words_of_the_api_server() {
        Judgement judgement = judge(POD, name -> new Ensured.Refused(403, "exceeded quota: q"));
        Verdict.Denied denied = assertInstanceOf(Verdict.Denied.class, judgement.verdict());
        assertEquals(403, denied.code());
        assertEquals("exceeded quota: q", denied.message());
        assertEquals("refused", judgement.outcome());
    }

    @Test
    void an_api_server_that_is_away_is_a_reason_to_come_again() {
        Judgement judgement = judge(POD, name -> new Ensured.Unavailable("no answer"));
        Verdict.Denied denied = assertInstanceOf(Verdict.Denied.class, judgement.verdict());
        assertEquals(503, denied.code());
        assertEquals("unavailable", judgement.outcome());
    }

    @Test
    void a_dry_run_is_passed_on_with_namespace_and_owner() {
        judgeText(text(POD).replace("\"dryRun\": false", "\"dryRun\": true"), name -> new Ensured.Present());
        assertEquals(
                List.of(new Placement("default", true, "92ce983d-7bfc-4f44-b994-2bd32e746fcc", "Pod/slice")),
                placements);
    }

    @Test
    void subresources_pass_without_a_look() {
        String status = text(POD).replace("\"operation\":", "\"subResource\": \"status\", \"operation\":");
        Judgement judgement = judgeText(status, Ensured.Taken::new);
        Verdict.Allowed allowed = assertInstanceOf(Verdict.Allowed.class, judgement.verdict());
        assertTrue(allowed.patch().isEmpty() && asked.isEmpty());
    }

    private interface Answers {
        Ensured to(String name);
    }

    private Judgement judge(String review, Answers answers) {
        return judgeText(text(review), answers);
    }

    private Judgement judgeText(String body, Answers answers) {
        Templates templates = (template, placement) -> {
            asked.add(template.name());
            placements.add(placement);
            return answers.to(template.name());
        };
        Settings settings = new MemorySettings();
        Connection connection = new Connection(settings);
        CurrentMapping current = new CurrentMapping(settings, new Series(new SimpleMeterRegistry()));
        Reading reading = new ReviewReader().read(body.getBytes(StandardCharsets.UTF_8));
        Review review = assertInstanceOf(Reading.Understood.class, reading).review();
        CardSource cards = new CardSource(settings, current, connection);
        return new Judge(current, cards, templates, new NamespaceQuotas(connection)).judge(review);
    }

    private static String text(String review) {
        return new String(Reviews.bytes(review), StandardCharsets.UTF_8);
    }
}
