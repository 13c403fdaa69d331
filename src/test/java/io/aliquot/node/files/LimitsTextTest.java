package io.aliquot.node.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.files.ShareRules.ComputePolicy;
import io.aliquot.node.state.Amount;
import io.aliquot.node.state.PreparedDevice;
import io.aliquot.node.state.Treatment;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LimitsTextTest {
    private static final PreparedDevice DEVICE = new PreparedDevice(
            "1a-g0",
            "g0",
            "n1",
            "gpu-0",
            Optional.empty(),
            "GPU-0",
            "nvidia.com/gpu=GPU-0",
            new Amount(8L << 30, 30, 100),
            Treatment.LIMITED);
    private static final String NUMBERS = """
            version=1
            uuid=GPU-0
            memory=8589934592
            region=/etc/aliquot/regions/1a-g0
            cores=30
            """;

    @Test
    void highPriorityMayBeAskedForUnlessTheNodeForbidsIt() {
        assertEquals(NUMBERS + "priority=high\n", LimitsText.of(DEVICE, ShareRules.DEFAULT));
        assertEquals(NUMBERS, LimitsText.of(DEVICE, new ShareRules(OptionalLong.empty(), false, ComputePolicy.HARD)));
    }

    @Test
    void theNodeSaysWhatAContextCostsAndWhetherLimitsAreSoft() {
        ShareRules rules = new ShareRules(OptionalLong.of(500L << 20), false, ComputePolicy.SOFT);
        assertEquals(NUMBERS + "context=524288000\npolicy=soft\n", LimitsText.of(DEVICE, rules));
    }
}
