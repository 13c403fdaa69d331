package io.aliquot.claims.watch;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.concurrent.atomic.AtomicLong;

/** Counts changes, so that what is computed from objects is computed again only when one has changed. */
final class Version implements ResourceEventHandler<Object> {
    private final AtomicLong changes = new AtomicLong();

    long now() {
        return changes.get();
    }

    @Override
    public void onAdd(Object object) {
        changes.incrementAndGet();
    }

    @Override
    public void onUpdate(Object before, Object after) {
        changes.incrementAndGet();
    }

    @Override
    public void onDelete(Object object, boolean lastStateUnknown) {
        changes.incrementAndGet();
    }
}
