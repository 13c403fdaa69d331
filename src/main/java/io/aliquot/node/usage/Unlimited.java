package io.aliquot.node.usage;

import java.util.Optional;

/** A process that uses a shared card and has no slot in any region of it. */
record Unlimited(String uuid, int pid, long bytes, Optional<String> podUid) {}
