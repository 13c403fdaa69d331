package io.aliquot.node.api;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Remembers what was sent; may be another driver's turn, and may lose some. */
public final class SentEvents implements Events {
    public final List<String> subjects = new ArrayList<>();
    public final List<String> messages = new ArrayList<>();
    public boolean speaks = true;
    public boolean reached = true;
    public Runnable beforeAnswer = () -> {};
    public Set<String> lost = Set.of();

    @Override
    public boolean speaks() {
        return speaks;
    }

    @Override
    public ObjectReference self() {
        return new ObjectReferenceBuilder()
                .withKind("Node")
                .withName("n1")
                .withUid("n1")
                .build();
    }

    @Override
    public boolean warn(ObjectReference about, String reason, String message) {
        beforeAnswer.run();
        subjects.add(about.getKind() + "/" + about.getName() + " " + reason);
        messages.add(message);
        return reached && !lost.contains(message);
    }
}
