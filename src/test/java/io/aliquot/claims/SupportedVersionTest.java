package io.aliquot.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupportedVersionTest {
    @ParameterizedTest(name = "{0}.{1}: {2}")
    @CsvSource({
        "1,  37,  supported",
        "1,  35,  supported",
        "1,  35+, supported",
        "2,  0,   supported",
        "1,  34,  Kubernetes 1.34 is out of support",
        "1,  34+, Kubernetes 1.34 is out of support",
        "1,  9,   Kubernetes 1.9 is out of support",
        "'', '',  unknown",
        "1,  x,   unknown"
    })
    void anOldReleaseIsOutOfSupport(String major, String minor, String expected) {
        Optional<SupportedVersion> version = SupportedVersion.of(major, minor);
        String told = version.map(known -> known.warnings().stream()
                        .findFirst()
                        .map(warning -> warning.substring(0, warning.indexOf(':')))
                        .orElse("supported"))
                .orElse("unknown");
        assertEquals(expected, told);
    }
}
