package io.aliquot.claims.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.function.UnaryOperator;

/** What an informer keeps, each object without what is not read. */
final class LeanStore<T extends HasMetadata> extends BasicItemStore<T> {
    private final UnaryOperator<T> lean;

    /** {@code lean} may change the object that it is given. */
    LeanStore(UnaryOperator<T> lean) {
        super(Cache::metaNamespaceKeyFunc);
        this.lean = lean;
    }

    @Override
    public T put(String key, T object) {
        return super.put(key, lean.apply(object));
    }
}
