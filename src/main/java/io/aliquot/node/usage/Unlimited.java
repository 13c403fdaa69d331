package io.aliquot.node.usage;

import java.util.Optional;

/** A process that uses a shared card and has no slot in any region of it. */
record Unlimited(String uuid, int pid, int busy, Optional<String> podUid) implements Breach {
    @Override
    public String identity() {
        return "process " + pid + " on " + uuid;
    }

    @Override
    public String place() {
        return "processes of " + podUid.orElse("no pod") + " on " + uuid;
    }

    @Override
    public String reason() {
        return "UnlimitedProcess";
    }

    @Override
    public String message() {
        return "Process " + pid + " uses the shared card " + uuid
                + " and is held by no limit: it has not loaded the interposer"
                + podUid.map(uid -> " (pod uid " + uid + ")").orElse(" (it runs in no pod)");
    }
}
