package io.aliquot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "3000, 3000",
        "3k, 3000",
        "3e3, 3000",
        "3E3, 3000",
        "3000.0, 3000",
        "3000., 3000",
        ".5, 0.5",
        "+1, 1",
        "-1, -1",
        "500m, 0.5",
        "3000000m, 3000",
        "5u, 0.000005",
        "7n, 0.000000007",
        "1M, 1000000",
        "1G, 1000000000",
        "1T, 1000000000000",
        "1P, 1000000000000000",
        "1E, 1000000000000000000",
        "1e-3, 0.001",
        "1E-3, 0.001",
        "1Ki, 1024",
        "1Mi, 1048576",
        "1.5Gi, 1610612736",
        "2Ti, 2199023255552",
        "1Pi, 1125899906842624",
        "1Ei, 1152921504606846976",
        "9223372036854775807, 9223372036854775807",
        "1e30, 1000000000000000000000000000000"
    })
    void a_quantity_has_its_exact_value(String text, BigDecimal value) {
        assertEquals(0, value.compareTo(Quantity.parse(text).orElseThrow().value()), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "abc",
                "1 ",
                " 1",
                "1x",
                "k",
                "1K",
                "1ki",
                "1mi",
                "1Gib",
                "1GiB",
                "--1",
                "+-1",
                "1.2.3",
                ".",
                "-",
                "e3",
                "1e",
                "1e+",
                "1e3k",
                "1kk",
                "0x10",
                "1_000",
                "1,5",
                "١",
                "Infinity",
                "NaN",
                "true",
                "1\n"
            })
    void what_is_no_quantity_is_not_read(String text) {
        assertEquals(Optional.empty(), Quantity.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"4Gi, true", "1Ki, true", "4G, false", "4096, false", "4e3, false", "1E, false", "1Ei, true"})
    void only_binary_suffixes_tell_that_bytes_are_meant(String text, boolean binary) {
        assertEquals(binary, Quantity.parse(text).orElseThrow().binary());
    }

    @ParameterizedTest
    @CsvSource({
        "1, true",
        "1.0, true",
        "1000m, true",
        "500m, false",
        "1.5, false",
        "1.5k, true",
        "0.5Ki, true",
        "1e-1, false",
        "0, true"
    })
    void whole_is_a_matter_of_value_not_of_spelling(String text, boolean whole) {
        assertEquals(whole, Quantity.parse(text).orElseThrow().isWhole());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1Mi",
        "1000, 1000Mi",
        "1024, 1Gi",
        "1536, 1536Mi",
        "3000, 3000Mi",
        "8192, 8Gi",
        "81559, 81559Mi",
        "1048576, 1Ti",
        "1073741824, 1Pi",
        "2147483647, 2147483647Mi"
    })
    void mebibytes_are_written_as_the_api_server_stores_them(long mib, String text) {
        assertEquals(text, Quantity.canonicalMib(mib));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "30, 30",
        "100, 100",
        "999, 999",
        "1000, 1k",
        "1500, 1500",
        "3000, 3k",
        "1000000, 1M",
        "64, 64"
    })
    void counts_are_written_as_the_api_server_stores_them(long count, String text) {
        assertEquals(text, Quantity.canonicalCount(count));
    }

    @Property
    void what_is_written_reads_back(@ForAll @LongRange(min = 0, max = 1L << 42) long number) {
        BigDecimal bytes = BigDecimal.valueOf(number).multiply(BigDecimal.valueOf(1L << 20));
        Quantity memory = Quantity.parse(Quantity.canonicalMib(number)).orElseThrow();
        Quantity count = Quantity.parse(Quantity.canonicalCount(number)).orElseThrow();
        assertEquals(0, bytes.compareTo(memory.value()));
        assertEquals(0, BigDecimal.valueOf(number).compareTo(count.value()));
        assertEquals(number != 0, memory.binary());
        assertFalse(count.binary());
    }

    @Property
    void any_text_is_answered(@ForAll @StringLength(max = 40) String text) {
        assertTrue(Quantity.parse(text).map(Quantity::value).isPresent()
                || Quantity.parse(text).isEmpty());
    }
}
