package io.aliquot.node.usage;

import java.util.Optional;

/**
 * A share whose kernels run for longer than they may.
 *
 * @param percent of the card's time
 * @param most what they may have
 */
record TimeExcess(Holding holding, int percent, int most) implements Breach {
    @Override
    public String identity() {
        return "time of share " + holding.share().device().name();
    }

    @Override
    public String reason() {
        return "ComputeBeyondShare";
    }

    @Override
    public String message() {
        return "Card %s has been busy for %d %% of the time with the processes of claim %s, request %s, which may have %d %%: %s"
                .formatted(
                        holding.share().device().uuid(),
                        percent,
                        holding.share().claim().claim().name(),
                        holding.share().device().request(),
                        most,
                        "kernels were launched past the interposer, or are longer than launches wait for them");
    }

    @Override
    public Optional<String> podUid() {
        return holding.podUid();
    }
}
