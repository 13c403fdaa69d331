package io.aliquot.claims.quota;

import io.aliquot.claims.request.DeviceAsk;
import io.aliquot.model.Backend;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.MemoryUnit;
import io.aliquot.model.Quantity;
import io.aliquot.model.VendorMapping;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How one legacy name counts claims: in the vendor's own unit, over every claim of the vendor's device classes, in
 * whatever words it was asked for.
 *
 * @param vendor whose name it is
 * @param key what it stands for: count, memory or cores
 */
record Measure(VendorMapping vendor, LegacyKey key) {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** What the claim takes. */
    BigDecimal of(Demand demand) {
        return demand.ask().requests().stream()
                .flatMap(request -> backend(request).map(backend -> of(demand, request, backend)).stream())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private Optional<Backend> backend(DeviceAsk request) {
        return Stream.concat(Stream.of(vendor.backend()), vendor.mig().map(mig -> mig.backend()).stream())
                .filter(backend -> backend.deviceClass().equals(request.first().deviceClass()))
                .findFirst();
    }

    private BigDecimal of(Demand demand, DeviceAsk request, Backend backend) {
        BigDecimal cards = BigDecimal.valueOf(request.first().count());
        return switch (key) {
            case COUNT -> cards;
            case MEMORY ->
                memoryOfEach(request, backend)
                        .map(bytes -> memoryUnits(bytes).multiply(cards))
                        .orElseGet(() -> memoryUnits(demand.got(request, backend.memoryCapacity())));
            case CORES ->
                coresOfEach(request, backend)
                        .map(percent -> coresUnits(percent).multiply(cards))
                        .orElse(BigDecimal.ZERO);
            case MEMORY_PERCENTAGE, PRIORITY -> BigDecimal.ZERO;
        };
    }

    /** The largest alternative; empty for a whole card, whose size is known once it is allocated. */
    private static Optional<BigDecimal> memoryOfEach(DeviceAsk request, Backend backend) {
        return request.alternatives().stream()
                .flatMap(alternative ->
                        Optional.ofNullable(alternative.capacity().get(backend.memoryCapacity()))
                                .or(alternative::cardBytes)
                                .stream())
                .max(BigDecimal::compareTo);
    }

    private static Optional<BigDecimal> coresOfEach(DeviceAsk request, Backend backend) {
        return request.alternatives().stream()
                .flatMap(
                        alternative -> backend
                                .coresCapacity()
                                .flatMap(name -> Optional.ofNullable(
                                        alternative.capacity().get(name)))
                                .stream())
                .max(BigDecimal::compareTo);
    }

    private BigDecimal memoryUnits(BigDecimal bytes) {
        return switch (vendor.units().memory()) {
            case MemoryUnit.Blocks(long mib) ->
                bytes.divide(Quantity.MEBI.multiply(BigDecimal.valueOf(mib)), 0, RoundingMode.CEILING);
            case MemoryUnit.Bytes() -> bytes;
        };
    }

    private BigDecimal coresUnits(BigDecimal percent) {
        return percent.multiply(BigDecimal.valueOf(vendor.units().coresPerCard()))
                .divide(HUNDRED, 0, RoundingMode.CEILING);
    }
}
