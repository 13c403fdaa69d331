package io.aliquot.rewrite;

import io.aliquot.model.CountSource;
import io.aliquot.model.GpuRequest;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.MemoryRequest;
import io.aliquot.model.Problem.Reason;
import io.aliquot.model.VendorMapping;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes one neutral request of a container's legacy numbers. */
final class RequestReader {
    private static final int MAX_REQUESTS_PER_CLAIM = 32;
    private static final int ALL_CORES = 100;

    /** What asks for no card by itself. */
    private static final Set<LegacyKey> ASKS_FOR_NONE = Set.of(LegacyKey.PRIORITY);

    private final VendorMapping vendor;
    private final Map<LegacyKey, Container.Quoted> values;
    private final Findings findings;
    private final Numbers numbers;
    private final int problemsBefore;

    RequestReader(VendorMapping vendor, Map<LegacyKey, Container.Quoted> values, Findings findings) {
        this.vendor = vendor;
        this.values = values;
        this.findings = findings;
        this.numbers = new Numbers(findings);
        this.problemsBefore = findings.problems().size();
    }

    /** Reads every number, so that all bad ones are found; empty when no card is asked for or a number is bad. */
    Optional<GpuRequest> read() {
        Optional<Long> count = value(LegacyKey.COUNT).flatMap(numbers::whole);
        Optional<Long> mib = value(LegacyKey.MEMORY).flatMap(quoted -> numbers.memoryMib(quoted, vendor.units()));
        Optional<Long> percent = value(LegacyKey.MEMORY_PERCENTAGE).flatMap(numbers::percentage);
        Optional<Long> cores = value(LegacyKey.CORES).flatMap(numbers::whole);
        long cards = count.orElseGet(() -> bad() ? 0 : defaultCount(cores));
        refuseTooMany(cards);
        if (bad() || cards == 0 || !asksForCards()) {
            return Optional.empty();
        }
        warnOfIdlePercentage(mib, percent);
        int share = coresPercent(cores, percent);
        return Optional.of(new GpuRequest((int) cards, memory(mib, percent), share));
    }

    /** Whether this container's own numbers gave a reason to refuse. */
    private boolean bad() {
        return findings.problems().size() > problemsBefore;
    }

    /** Whether a card is asked for, however badly; a priority alone and a count of 0 ask for none. */
    boolean wantsShare() {
        boolean none = value(LegacyKey.COUNT)
                .flatMap(Container.Quoted::quantity)
                .filter(quantity -> quantity.value().signum() == 0)
                .isPresent();
        return asksForCards() && !none;
    }

    private Optional<Container.Quoted> value(LegacyKey key) {
        return Optional.ofNullable(values.get(key));
    }

    private boolean asksForCards() {
        return !ASKS_FOR_NONE.containsAll(values.keySet());
    }

    private long defaultCount(Optional<Long> cores) {
        return switch (vendor.units().count()) {
            case CountSource.Fixed fixed -> fixed.cards();
            case CountSource.FromCores() -> cardsFromCores(cores.orElse(0L));
        };
    }

    private long cardsFromCores(long cores) {
        int perCard = vendor.units().coresPerCard();
        if (cores > perCard && cores % perCard != 0) {
            Container.Quoted quoted = values.get(LegacyKey.CORES);
            findings.refuse(
                    Reason.BAD_NUMBER,
                    quoted == null ? "spec" : quoted.path(),
                    cores + " is more than one card but not whole cards; write a multiple of " + perCard);
        }
        return Math.max(1, cores / perCard);
    }

    private void refuseTooMany(long cards) {
        if (cards <= MAX_REQUESTS_PER_CLAIM) {
            return;
        }
        String path = value(LegacyKey.COUNT)
                .or(() -> value(LegacyKey.CORES))
                .map(Container.Quoted::path)
                .orElse("spec");
        findings.refuse(
                Reason.TOO_MANY_CARDS,
                path,
                cards + " cards in one container; a claim holds at most " + MAX_REQUESTS_PER_CLAIM
                        + ", spread the work over more containers or pods");
    }

    private void warnOfIdlePercentage(Optional<Long> mib, Optional<Long> percent) {
        Container.Quoted quoted = values.get(LegacyKey.MEMORY_PERCENTAGE);
        if (quoted != null && percent.isPresent() && mib.orElse(0L) > 0) {
            findings.warn(quoted.path(), "the memory in MiB wins; this percentage does not size the memory");
        }
    }

    private static MemoryRequest memory(Optional<Long> mib, Optional<Long> percent) {
        if (mib.orElse(0L) > 0) {
            return new MemoryRequest.Mib(mib.orElseThrow());
        }
        long part = percent.orElse(0L);
        return part > 0 && part < 100 ? new MemoryRequest.Percent((int) part, 0) : new MemoryRequest.Whole();
    }

    /** Absent cores are all of them for a whole card, else none: no promise and no cap. */
    private int coresPercent(Optional<Long> cores, Optional<Long> percent) {
        if (cores.isEmpty()) {
            boolean noMemoryAsked =
                    !values.containsKey(LegacyKey.MEMORY) && !values.containsKey(LegacyKey.MEMORY_PERCENTAGE);
            return noMemoryAsked || percent.orElse(0L) == 100 ? ALL_CORES : 0;
        }
        long asked = cores.orElseThrow();
        int perCard = vendor.units().coresPerCard();
        long part = asked == 0 ? 0 : Math.max(1, asked * 100 / perCard);
        Container.Quoted quoted = values.get(LegacyKey.CORES);
        if (part > ALL_CORES && vendor.units().count() instanceof CountSource.Fixed && quoted != null) {
            findings.warn(quoted.path(), asked + " is more than a card has; read as " + perCard);
        }
        return (int) Math.min(ALL_CORES, part);
    }
}
