package io.aliquot.node.prepare;

import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.ClaimId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The claims of a cluster, in memory; a read can be held up or fail. */
public final class ApiServer implements ClaimSource {
    private final Map<String, Allocation> claims = new ConcurrentHashMap<>();
    private volatile Runnable beforeAnswer = () -> {};
    private volatile Runnable beforeList = () -> {};
    private volatile boolean away;

    public void add(Allocation allocation) {
        claims.put(allocation.claim().name(), allocation);
    }

    public void remove(String name) {
        claims.remove(name);
    }

    public void beforeAnswer(Runnable work) {
        beforeAnswer = work;
    }

    public void beforeList(Runnable work) {
        beforeList = work;
    }

    public void away(boolean now) {
        away = now;
    }

    @Override
    public Allocation read(ClaimId claim) throws IOException, ClaimUnusable {
        if (away) {
            throw new IOException("connection refused");
        }
        Allocation found = claims.get(claim.name());
        if (found == null) {
            throw new ClaimUnusable("there is no such claim");
        }
        if (!found.claim().uid().equals(claim.uid())) {
            throw new ClaimUnusable("it has uid " + found.claim().uid() + " now");
        }
        beforeAnswer.run();
        return found;
    }

    @Override
    public List<Allocation> allocatedHere() throws IOException {
        if (away) {
            throw new IOException("connection refused");
        }
        beforeList.run();
        return List.copyOf(claims.values());
    }
}
