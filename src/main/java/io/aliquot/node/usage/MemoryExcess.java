package io.aliquot.node.usage;

import java.util.Optional;

/** A share whose processes hold more of the card than they may. */
record MemoryExcess(Holding holding) implements Breach {
    @Override
    public String identity() {
        return "share " + share().device().name();
    }

    @Override
    public String reason() {
        return "MemoryBeyondShare";
    }

    @Override
    public String message() {
        return "Card %s holds %d MiB for the processes of claim %s, request %s, which may have %d MiB: %s"
                .formatted(
                        share().device().uuid(),
                        holding.seen() >> 20,
                        share().claim().claim().name(),
                        share().device().request(),
                        share().device().taken().memory() >> 20,
                        "memory was taken past the interposer");
    }

    @Override
    public Optional<String> podUid() {
        return holding.podUid();
    }

    private Share share() {
        return holding.share();
    }
}
