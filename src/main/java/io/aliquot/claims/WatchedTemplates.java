package io.aliquot.claims;

import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.claims.watch.WatchedTemplate;
import io.aliquot.rewrite.Template;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Knows the templates that the watch sees. A whole comparison is made once for each version of each template. */
final class WatchedTemplates implements KnownTemplates {
    private static final int MOST = 10_000;

    private record Compared(String resourceVersion, Template template) {}

    private final ClusterWatch watch;
    private final Map<String, Compared> same = new ConcurrentHashMap<>();

    WatchedTemplates(ClusterWatch watch) {
        this.watch = watch;
    }

    @Override
    public boolean holds(String namespace, Template template) {
        return watch.template(namespace, template.name())
                .map(stored -> isSame(stored, template))
                .orElse(false);
    }

    private boolean isSame(WatchedTemplate stored, Template template) {
        Compared before = same.get(stored.uid());
        if (before != null && before.equals(new Compared(stored.resourceVersion(), template))) {
            return true;
        }
        if (!StoredTemplate.isSame(stored.object(), template)) {
            return false;
        }
        if (same.size() >= MOST) {
            same.clear();
        }
        same.put(stored.uid(), new Compared(stored.resourceVersion(), template));
        return true;
    }
}
