package io.aliquot.tls.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.tls.Issued;
import io.aliquot.tls.Names;
import io.aliquot.tls.Pem;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RenewalTest {
    private static final List<String> NAMES = List.of("aliquot-webhook.gpu.svc");
    private static final Lifetimes LIFETIMES =
            new Lifetimes(Duration.ofDays(90), Duration.ofDays(365), Duration.ofMinutes(1));
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private boolean trusted;

    private Holdings after(Optional<Holdings> present, Duration since) throws Exception {
        return new Renewal(NAMES, LIFETIMES, unused -> trusted).of(present, START.plus(since));
    }

    private Holdings after(Holdings present, Duration since) throws Exception {
        return after(Optional.of(present), since);
    }

    @Test
    void anEmptySecretIsFilled() throws Exception {
        Holdings first = after(Optional.empty(), Duration.ZERO);
        assertTrue(first.next().isEmpty() && first.previous().isEmpty());
        assertEquals(Names.sorted(NAMES), Names.of(first.serving().certificate()));
        valid(first, first.bundle(), START.plus(Duration.ofDays(1)));
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws Exception {
        Holdings first = after(Optional.empty(), Duration.ZERO);
        Holdings read = Holdings.read(first.data()).orElseThrow();
        assertTrue(first.sameAs(read));
        assertSame(read, after(read, Duration.ofDays(59)));
    }

    @Test
    void aSecretThatCannotBeReadCountsAsEmpty() throws Exception {
        Holdings first = after(Optional.empty(), Duration.ZERO);
        var data = first.data();
        data.put("tls.key", "not PEM");
        assertEquals(Optional.empty(), Holdings.read(data));
        data.remove("tls.key");
        assertEquals(Optional.empty(), Holdings.read(data));
    }

    @Test
    void aCertificateIsRenewedAtTwoThirdsByTheSameAuthority() throws Exception {
        Holdings first = after(Optional.empty(), Duration.ZERO);
        assertSame(first, after(first, Duration.ofDays(59)));
        Holdings second = after(first, Duration.ofDays(60));
        assertNotEquals(first.serving().certificate(), second.serving().certificate());
        assertEquals(first.bundle(), second.bundle());
    }

    @Test
    void otherNamesBringAnotherCertificate() throws Exception {
        Holdings first = after(Optional.empty(), Duration.ZERO);
        Holdings second = new Renewal(List.of("other.gpu.svc"), LIFETIMES, unused -> true)
                .of(Optional.of(first), START.plusSeconds(1));
        assertEquals(Set.of("other.gpu.svc"), Names.of(second.serving().certificate()));
    }

    @Test
    void aNewAuthorityIssuesOnlyOnceItIsTrustedAndTheOldOneStaysForAWhile() throws Exception {
        Holdings first = after(Optional.empty(), Duration.ZERO);
        Holdings published = after(first, Duration.ofDays(250));
        assertEquals(first.authority(), published.authority());
        assertTrue(published.bundle().startsWith(first.bundle())
                && published.next().isPresent());
        byOldAuthority(first, published);
        assertSame(published, after(published, Duration.ofDays(251)));

        trusted = true;
        Holdings switched = after(published, Duration.ofDays(251));
        assertEquals(published.next(), Optional.of(switched.authority()));
        Instant now = START.plus(Duration.ofDays(251));
        valid(switched, Pem.of(switched.authority().certificate()), now);
        assertTrue(switched.bundle().contains(Pem.of(first.authority().certificate())));
        valid(published, switched.bundle(), now);

        assertSame(switched, after(switched, Duration.ofDays(251).plusMinutes(9)));
        Holdings settled = after(switched, Duration.ofDays(251).plusMinutes(11));
        assertEquals(Pem.of(switched.authority().certificate()), settled.bundle());
        assertEquals(switched.serving(), settled.serving());
    }

    @Test
    void anAuthorityThatIsOverIsReplacedAtOnce() throws Exception {
        Holdings first = after(Optional.empty(), Duration.ZERO);
        Holdings second = after(first, Duration.ofDays(366));
        assertNotEquals(first.authority(), second.authority());
        valid(second, second.bundle(), START.plus(Duration.ofDays(367)));
    }

    private static void byOldAuthority(Holdings first, Holdings published) throws Exception {
        published.serving().certificate().verify(first.authority().certificate().getPublicKey());
    }

    /** As the API server checks it: against all that the bundle names. */
    private static void valid(Holdings holdings, String bundle, Instant at) throws Exception {
        Issued serving = holdings.serving();
        PKIXParameters trust = new PKIXParameters(anchors(bundle));
        trust.setRevocationEnabled(false);
        trust.setDate(Date.from(at));
        CertPathValidator.getInstance("PKIX")
                .validate(
                        CertificateFactory.getInstance("X.509").generateCertPath(List.of(serving.certificate())),
                        trust);
    }

    private static Set<TrustAnchor> anchors(String bundle) {
        return Arrays.stream(bundle.split("(?=-----BEGIN)", -1))
                .filter(block -> !block.isBlank())
                .map(RenewalTest::certificate)
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet());
    }

    private static X509Certificate certificate(String pem) {
        try {
            return Pem.certificate(pem);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
