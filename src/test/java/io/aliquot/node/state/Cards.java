package io.aliquot.node.state;

import io.aliquot.model.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The node of the tests: two cards of 81559 MiB, and allocations on them written in one line each. */
public final class Cards {
    public static final String DRIVER = "gpu.aliquot.io";
    public static final String NODE = "n1";
    public static final long MEMORY = 81559L << 20;
    public static final Map<String, OfferedCard> TWO = Map.of("gpu-0", card(0), "gpu-1", card(1));

    private Cards() {}

    public static OfferedCard card(int minor) {
        String uuid = "GPU-0000000" + minor + "-1111-2222-3333-444444444444";
        return new OfferedCard("gpu-" + minor, uuid, "nvidia.com/gpu=" + uuid, new Amount(MEMORY, 100, 1000));
    }

    /** {@code request@device memory=8Gi cores=30 shares=100 [admin] [share=id]; …} as an allocation of claim {@code uid}. */
    public static Allocation allocation(String uid, String text) {
        List<AllocatedDevice> devices = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            if (!part.isBlank()) {
                devices.add(device(part.strip()));
            }
        }
        return new Allocation(
                new ClaimId("team", "claim-" + uid, uid),
                List.of(new PodName("team", "pod-" + uid, "p-" + uid)),
                devices);
    }

    private static AllocatedDevice device(String text) {
        String[] words = text.split(" +", -1);
        String[] place = words[0].split("@", -1);
        Map<String, Quantity> consumed = new HashMap<>();
        Optional<String> share = Optional.empty();
        boolean admin = false;
        for (int i = 1; i < words.length; i++) {
            String[] pair = words[i].split("=", -1);
            switch (pair[0]) {
                case "admin" -> admin = true;
                case "share" -> share = Optional.of(pair[1]);
                default -> consumed.put(pair[0], Quantity.parse(pair[1]).orElseThrow());
            }
        }
        return new AllocatedDevice(place[0], NODE, place[1], share, admin, consumed);
    }
}
