package io.aliquot.claims.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.claims.watch.TemplateId;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IdleTemplatesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
    private static final String A = "aliquot-000000000000000a";
    private static final String B = "aliquot-000000000000000b";

    private final IdleTemplates idle = new IdleTemplates(HOUR);

    private List<String> look(int minute, List<String> present, String... inUse) {
        Set<TemplateId> used =
                Arrays.stream(inUse).map(name -> new TemplateId("team", name)).collect(Collectors.toSet());
        return idle
                .look(
                        START.plus(Duration.ofMinutes(minute)),
                        present.stream().map(name -> template(name, "uid")).toList(),
                        used)
                .stream()
                .map(template -> template.id().name())
                .toList();
    }

    private static IdleTemplates.Present template(String name, String uid) {
        return new IdleTemplates.Present(new TemplateId("team", name), uid);
    }

    @Test
    void aTemplateGoesAfterAnHourWithoutAPod() {
        assertEquals(List.of(), look(0, List.of(A)));
        assertEquals(List.of(), look(59, List.of(A)));
        assertEquals(List.of(A), look(60, List.of(A)));
    }

    @Test
    void anHourBeginsAnewWithEveryPodThatRefersToIt() {
        look(0, List.of(A, B), A);
        look(50, List.of(A, B), A);
        assertEquals(List.of(B), look(100, List.of(A, B)));
        assertEquals(List.of(A, B), look(110, List.of(A, B)));
    }

    @Test
    void aTemplateThatWasMadeAgainStartsAnew() {
        look(0, List.of(A));
        assertEquals(List.of(), idle.look(START.plus(HOUR), List.of(template(A, "another uid")), Set.of()));
        look(61, List.of());
        assertEquals(List.of(), look(62, List.of(A)));
        assertEquals(List.of(A), look(122, List.of(A)));
    }

    @Test
    void aPersonsTemplateWithOurLabelStays() {
        List<String> named = List.of("aliquot-mine", "my-template", "aliquot-000000000000000G", A + "0");
        look(0, named);
        assertEquals(List.of(), look(600, named));
    }

    @Test
    void aUseInAnotherNamespaceDoesNotCount() {
        look(0, List.of(A));
        assertEquals(
                List.of(A),
                idle.look(START.plus(HOUR), List.of(template(A, "uid")), Set.of(new TemplateId("other", A))).stream()
                        .map(template -> template.id().name())
                        .toList());
    }
}
