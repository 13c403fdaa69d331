package io.aliquot.node.cdi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.aliquot.node.files.HostFolders;
import io.aliquot.node.files.LimitsText;
import io.aliquot.node.files.ShareRules;
import io.aliquot.node.state.Cards;
import io.aliquot.node.state.Plan;
import io.aliquot.node.state.Planner;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimSpecTest {
    private final ClaimSpec spec = new ClaimSpec(Cards.DRIVER, new HostFolders(Path.of("/var/lib/aliquot")));

    private static PreparedClaim claim(String devices) {
        Planner planner = new Planner(Cards.DRIVER, Cards.NODE, Cards.TWO);
        return ((Plan.Accepted) planner.plan(Cards.allocation("1a", devices), List.of(), "libaliquot-7.so")).claim();
    }

    private JsonNode read(String devices) throws IOException {
        return new ObjectMapper().readTree(spec.text(claim(devices)));
    }

    private static List<String> mounts(JsonNode device) {
        List<String> mounts = new ArrayList<>();
        for (JsonNode mount : device.at("/containerEdits/mounts")) {
            mounts.add(mount.path("hostPath").asText() + " "
                    + mount.path("containerPath").asText() + " "
                    + mount.at("/options/0").asText());
        }
        return mounts;
    }

    @Test
    void aShareBringsLimitsRegionLibraryAndPreload() throws IOException {
        JsonNode root = read("g0@gpu-0 memory=1Gi cores=0 shares=1");
        assertEquals("0.5.0", root.path("cdiVersion").asText());
        assertEquals("k8s.gpu.aliquot.io/claim", root.path("kind").asText());
        JsonNode device = root.at("/devices/0");
        assertEquals("1a-g0", device.path("name").asText());
        assertEquals(
                "[\"NVIDIA_VISIBLE_DEVICES=void\"]",
                device.at("/containerEdits/env").toString());
        assertEquals(
                List.of(
                        "/var/lib/aliquot/claims/1a/1a-g0.limits /etc/aliquot/limits.d/1a-g0 ro",
                        "/var/lib/aliquot/claims/1a/1a-g0.region /etc/aliquot/regions/1a-g0 rw",
                        "/var/lib/aliquot/lib/libaliquot-7.so /usr/lib/aliquot/libaliquot.so ro",
                        "/var/lib/aliquot/lib/ld.so.preload /etc/ld.so.preload ro"),
                mounts(device));
    }

    @Test
    void everyMountIsABindMount() throws IOException {
        for (JsonNode mount : read("g0@gpu-0 memory=1Gi cores=0 shares=1").at("/devices/0/containerEdits/mounts")) {
            assertTrue(mount.path("options").toString().contains("\"bind\""), mount.toString());
        }
    }

    @Test
    void wholeCardsAndAdminsGetNoLimitsAndNoPreloadButNoOtherCardEither() throws IOException {
        for (String devices : List.of("g0@gpu-0 memory=81559Mi cores=100 shares=1k", "g0@gpu-0 admin")) {
            JsonNode device = read(devices).at("/devices/0");
            assertEquals(List.of(), mounts(device));
            assertEquals(
                    "[\"NVIDIA_VISIBLE_DEVICES=void\"]",
                    device.at("/containerEdits/env").toString());
        }
    }

    @Test
    void twoSharesOfOneContainerCollideInNothingButWhatIsTheSame() throws IOException {
        JsonNode root = read("g0@gpu-0 memory=1Gi cores=0 shares=1; g1@gpu-1 memory=2Gi cores=0 shares=1");
        List<String> both = new ArrayList<>(mounts(root.at("/devices/0")));
        both.retainAll(mounts(root.at("/devices/1")));
        assertEquals(2, both.size(), both.toString());
        assertEquals(root.at("/devices/0/containerEdits/env"), root.at("/devices/1/containerEdits/env"));
    }

    @Test
    void theLimitsFileSaysTheNumbersOfTheAllocation() {
        assertEquals(
                """
                version=1
                uuid=GPU-00000001-1111-2222-3333-444444444444
                memory=2147483648
                region=/etc/aliquot/regions/1a-g0
                cores=30
                priority=high
                """,
                LimitsText.of(
                        claim("g0@gpu-1 memory=2Gi cores=30 shares=1").devices().getFirst(), ShareRules.DEFAULT));
    }
}
