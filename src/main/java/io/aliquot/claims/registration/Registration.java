package io.aliquot.claims.registration;

import io.aliquot.claims.registration.OwnRegistration.Change;
import io.aliquot.model.Mapping;
import io.aliquot.tls.Authorities;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the matchConditions and the caBundle of our MutatingWebhookConfiguration right. The installation owns the object;
 * nothing else of it is touched, and it is not made when it is missing.
 */
public final class Registration implements Runnable {
    /** Where the installation writes the hash of the mapping file that its conditions are for. */
    private static final String MAPPING = "aliquot.io/mapping";

    private final OwnRegistration registration;
    private final Supplier<Mapping> mapping;
    private final Supplier<String> mappingFileHash;
    private final Supplier<Optional<Authorities>> own;
    private final Trust trust;
    private final Upgrade upgrade;

    /**
     * @param mappingFileHash SHA-256 of the mapping file, in hexadecimal
     * @param own CAs of what we serve, or nothing when somebody else sees to the caBundle
     * @param handover how long a replica may still serve with another CA
     */
    public Registration(
            KubernetesClient client,
            String name,
            Supplier<Mapping> mapping,
            Supplier<String> mappingFileHash,
            Supplier<Optional<Authorities>> own,
            Duration handover) {
        this.registration = new OwnRegistration(client, name);
        this.mapping = mapping;
        this.mappingFileHash = mappingFileHash;
        this.own = own;
        this.trust = new Trust(handover, Clock.systemUTC());
        this.upgrade = new Upgrade(Clock.systemUTC());
    }

    /** Looks once. */
    @Override
    public synchronized void run() {
        registration.read().ifPresent(present -> {
            List<Change> changes = changes(present);
            if (!changes.isEmpty()) {
                var unused = registration.write(present, changes);
            }
        });
    }

    private List<Change> changes(MutatingWebhookConfiguration present) {
        List<Change> changes = new ArrayList<>();
        boolean upgraded = upgrade.isUnderWay(announced(present), mappingFileHash.get());
        List<MutatingWebhook> webhooks = OwnRegistration.webhooks(present);
        for (int i = 0; i < webhooks.size(); i++) {
            List<MatchCondition> now = webhooks.get(i).getMatchConditions();
            List<MatchCondition> conditions = MatchConditions.in(now, mapping.get());
            if (!upgraded && !conditions.equals(now)) {
                changes.add(Change.matchConditions(i, conditions));
            }
        }
        own.get().ifPresent(ours -> changes.addAll(Change.caBundles(present, bundle -> next(ours, bundle))));
        return changes;
    }

    private Optional<String> next(Authorities ours, @Nullable String caBundle) {
        Authorities named = Authorities.named(caBundle);
        Authorities wanted = trust.wanted(ours, named);
        return wanted.equals(named) ? Optional.empty() : Optional.of(wanted.caBundle());
    }

    private static Optional<String> announced(MutatingWebhookConfiguration present) {
        return Optional.ofNullable(present.getMetadata().getAnnotations()).map(annotations -> annotations.get(MAPPING));
    }
}
