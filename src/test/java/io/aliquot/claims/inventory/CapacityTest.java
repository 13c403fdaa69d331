package io.aliquot.claims.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the scheduler rounds what a request asks for. */
class CapacityTest {
    @ParameterizedTest(name = "{0} of {1} by policy {2} consumes {3}")
    @CsvSource({
        "   -,         81559Mi, none,                  81559Mi",
        "   3000Mi,    81559Mi, none,                  3000Mi",
        "   -,         81559Mi, range 81559Mi 1Mi 1Mi, 81559Mi",
        "   1000.5Mi,  81559Mi, range 81559Mi 1Mi 1Mi, 1001Mi",
        "   8388608001,81559Mi, range 81559Mi 1Mi 1Mi, 8001Mi",
        "   -5Mi,      81559Mi, range 81559Mi 1Mi 1Mi, 1Mi",
        "   90000Mi,   81559Mi, range 81559Mi 1Mi 1Mi, never",
        "   -,         100,     range 0 0 1,           0",
        "   30,        100,     range 0 0 1,           30",
        "   150,       100,     range 0 0 1,           never",
        "   3,         16,      values 4 8 16,         4",
        "   9,         16,      values 4 8 16,         16",
        "   17,        16,      values 4 8 16,         never"
    })
    void aRequestIsRoundedAsThePolicySays(String asked, String value, String policy, String expected) {
        Capacity capacity = new Capacity(number(value), policy(policy));
        Optional<BigDecimal> consumed =
                capacity.consumed(asked.equals("-") ? Optional.empty() : Optional.of(number(asked)));
        assertEquals(
                expected.equals("never")
                        ? Optional.empty()
                        : Optional.of(number(expected).stripTrailingZeros()),
                consumed.map(BigDecimal::stripTrailingZeros));
    }

    private static Optional<Capacity.Policy> policy(String text) {
        String[] words = text.split(" ", -1);
        List<BigDecimal> numbers =
                List.of(words).stream().skip(1).map(CapacityTest::number).toList();
        return switch (words[0]) {
            case "range" ->
                Optional.of(new Capacity.Policy(
                        Optional.of(numbers.get(0)),
                        Optional.of(numbers.get(1)),
                        Optional.empty(),
                        Optional.of(numbers.get(2)),
                        List.of()));
            case "values" ->
                Optional.of(new Capacity.Policy(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), numbers));
            default -> Optional.empty();
        };
    }

    private static BigDecimal number(String text) {
        return Quantity.parse(text).orElseThrow().value();
    }
}
