package io.aliquot.claims.sweep;

import io.aliquot.claims.watch.TemplateId;
import io.aliquot.rewrite.Template;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which templates have been idle for long enough. Only what this watcher itself has seen counts: a new one starts
 * anew, so that no clock of another machine and no timestamp in the cluster can make it delete too early.
 */
public final class IdleTemplates {
    private final Duration longEnough;
    private final Map<TemplateId, Sighting> sightings = new HashMap<>();

    /** One object is one uid: a template that was deleted and made again starts anew. */
    private record Sighting(String uid, Instant lastUse) {}

    /** A template that exists. */
    public record Present(TemplateId id, String uid) {}

    public IdleTemplates(Duration longEnough) {
        this.longEnough = longEnough;
    }

    /** Looks at what is there now, and tells what no pod has referred to for long enough. */
    public List<Present> look(Instant now, Collection<Present> templates, Set<TemplateId> inUse) {
        // A person's own one with our label is never touched.
        List<Present> ours = templates.stream()
                .filter(template -> Template.isName(template.id().name()))
                .toList();
        sightings.keySet().retainAll(ours.stream().map(Present::id).toList());
        return ours.stream().filter(template -> idle(now, template, inUse)).toList();
    }

    private boolean idle(Instant now, Present template, Set<TemplateId> inUse) {
        Sighting before = sightings.get(template.id());
        if (before == null || !before.uid().equals(template.uid()) || inUse.contains(template.id())) {
            sightings.put(template.id(), new Sighting(template.uid(), now));
            return false;
        }
        return Duration.between(before.lastUse(), now).compareTo(longEnough) >= 0;
    }
}
