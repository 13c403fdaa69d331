package io.aliquot.tls.own;

import io.aliquot.tls.Issued;
import io.aliquot.tls.Issuer;
import io.aliquot.tls.Names;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides what the Secret is to hold next. A CA is replaced in three steps, each only when the one before has taken
 * effect everywhere: the next CA is published beside the old one; it issues; the old one is forgotten.
 */
final class Renewal {
    private final List<String> names;
    private final Lifetimes lifetimes;

    /** Whether every API server has trusted this CA for long enough. */
    private final Predicate<X509Certificate> trusted;

    Renewal(List<String> names, Lifetimes lifetimes, Predicate<X509Certificate> trusted) {
        this.names = names;
        this.lifetimes = lifetimes;
        this.trusted = trusted;
    }

    /** The same holdings when there is nothing to do. */
    Holdings of(Optional<Holdings> present, Instant now) throws GeneralSecurityException, IOException {
        if (present.isEmpty() || isOver(present.get().authority().certificate(), now)) {
            return first(now);
        }
        Holdings holdings = authority(present.get(), now);
        return mustIssue(holdings, now) ? issue(holdings, now) : holdings;
    }

    private Holdings first(Instant now) throws GeneralSecurityException, IOException {
        Issuer issuer = Issuer.create(now, lifetimes.authority());
        return new Holdings(
                issuer.authority(),
                Optional.empty(),
                Optional.empty(),
                issuer.issue(names, now, lifetimes.certificate()));
    }

    private Holdings authority(Holdings present, Instant now) throws GeneralSecurityException, IOException {
        Optional<Issued> next = present.next();
        if (next.isPresent()) {
            return trusted.test(next.get().certificate())
                    ? new Holdings(
                            next.get(),
                            Optional.empty(),
                            Optional.of(present.authority().certificate()),
                            present.serving())
                    : present;
        }
        if (Lifetimes.isDue(present.authority().certificate(), now)) {
            Issued created = Issuer.create(now, lifetimes.authority()).authority();
            return new Holdings(present.authority(), Optional.of(created), Optional.empty(), present.serving());
        }
        Instant over = Issuer.madeAt(present.serving().certificate()).plus(lifetimes.handover());
        return present.previous().isPresent() && now.isAfter(over) && isBy(present)
                ? new Holdings(present.authority(), Optional.empty(), Optional.empty(), present.serving())
                : present;
    }

    private boolean mustIssue(Holdings holdings, Instant now) throws GeneralSecurityException {
        X509Certificate serving = holdings.serving().certificate();
        return !isBy(holdings)
                || Lifetimes.isDue(serving, now)
                || !Names.of(serving).equals(Names.sorted(names));
    }

    private Holdings issue(Holdings holdings, Instant now) throws GeneralSecurityException, IOException {
        Issued serving = Issuer.of(holdings.authority()).issue(names, now, lifetimes.certificate());
        return new Holdings(holdings.authority(), holdings.next(), holdings.previous(), serving);
    }

    private static boolean isBy(Holdings holdings) {
        try {
            holdings.serving()
                    .certificate()
                    .verify(holdings.authority().certificate().getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean isOver(X509Certificate certificate, Instant now) {
        return now.isAfter(certificate.getNotAfter().toInstant());
    }
}
