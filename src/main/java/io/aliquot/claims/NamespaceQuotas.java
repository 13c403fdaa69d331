package io.aliquot.claims;

import io.aliquot.claims.quota.QuotaGate;
import io.aliquot.claims.quota.QuotaVerdict;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.Rewriting;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;

/** The quotas that stand against a pod; none without a cluster. */
@ApplicationScoped
public class NamespaceQuotas {
    private final Optional<QuotaGate> gate;

    public NamespaceQuotas(Connection connection) {
        gate = connection.watch().map(watch -> new QuotaGate(watch, Clock.systemUTC()));
    }

    /** Judges a pod that is about to be created. */
    public QuotaVerdict judge(String namespace, Rewriting.Rewritten pod, Mapping mapping, boolean dryRun) {
        return gate.map(present -> present.admit(namespace, pod, mapping, dryRun))
                .orElse(QuotaVerdict.FINE);
    }
}
