package io.aliquot.claims.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.tls.Authorities;
import io.aliquot.tls.Issuer;
import io.aliquot.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TrustTest {
    private static final Authorities OURS = authority();
    private static final Authorities NEXT = authority();
    private static final Authorities THEIRS = authority();
    private static final Authorities NONE = Authorities.named(null);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final InstantSource time = now::get;
    private final Trust trust = new Trust(Duration.ofMinutes(10), time.withZone(ZoneOffset.UTC));

    private static Authorities authority() {
        try {
            Issuer issuer = Issuer.create(Instant.EPOCH, Duration.ofDays(1));
            return Authorities.ofPem(Pem.of(issuer.authority().certificate()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void after(int minutes) {
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(minutes)));
    }

    @Test
    void oursAreNamedAtOnceBesideThoseThatAreThere() {
        assertEquals(OURS, trust.wanted(OURS, NONE));
        assertEquals(OURS.and(THEIRS), trust.wanted(OURS, THEIRS));
    }

    @Test
    void othersGoAfterTheHandover() {
        Authorities both = OURS.and(THEIRS);
        assertEquals(both, trust.wanted(OURS, both));
        after(9);
        assertEquals(both, trust.wanted(OURS, both));
        after(10);
        assertEquals(OURS, trust.wanted(OURS, both));
    }

    @Test
    void whoIsAddedLaterBeginsTheHandoverAnew() {
        assertEquals(OURS.and(THEIRS), trust.wanted(OURS, OURS.and(THEIRS)));
        after(9);
        Authorities three = OURS.and(THEIRS).and(NEXT);
        assertEquals(three, trust.wanted(OURS, three));
        after(18);
        assertEquals(three, trust.wanted(OURS, three));
        after(19);
        assertEquals(OURS, trust.wanted(OURS, three));
    }

    @Test
    void aSuccessorOfOursIsNamedAtOnceAndOursStaysForTheHandover() {
        after(60);
        assertEquals(OURS, trust.wanted(OURS, OURS));
        Authorities both = NEXT.and(OURS);
        assertEquals(both, trust.wanted(NEXT, OURS));
        assertEquals(both, trust.wanted(NEXT, both));
        after(70);
        assertEquals(NEXT, trust.wanted(NEXT, both));
    }

    @Test
    void whatIsWrittenIsWhatIsRead() {
        Authorities both = OURS.and(THEIRS);
        assertEquals(both, Authorities.named(both.caBundle()));
        assertEquals(Optional.empty(), THEIRS.missingIn(both.caBundle()));
        assertEquals(Optional.of(NEXT.and(both).caBundle()), NEXT.missingIn(both.caBundle()));
        assertEquals(Optional.of(OURS.caBundle()), OURS.missingIn(null));
    }

    @Test
    void aBundleThatNoApiServerCanUseNamesNobody() {
        assertEquals(NONE, Authorities.named("%"));
        String noCertificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
        assertEquals(
                NONE,
                Authorities.named(Base64.getEncoder().encodeToString(noCertificate.getBytes(StandardCharsets.UTF_8))));
    }
}
