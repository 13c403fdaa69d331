package io.aliquot.node.kubelet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SocketsTest {
    private static final String DRIVER = "gpu.aliquot.io";
    private static final String UID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

    private static Sockets of(String root, String uid) {
        return Sockets.of(Path.of(root), DRIVER, Optional.of(uid));
    }

    @Test
    void theyHaveThePodsUidInTheirNames() {
        assertEquals(
                new Sockets(
                        Path.of("/var/lib/kubelet/plugins/gpu.aliquot.io/dra-" + UID + ".sock"),
                        Path.of("/var/lib/kubelet/plugins_registry/gpu.aliquot.io-" + UID + "-reg.sock")),
                of("/var/lib/kubelet", UID));
    }

    @Test
    void underALongFolderTheyAreShortEnoughForTheKernelAndStillThePodsOwn() {
        Sockets sockets = of("/var/snap/microk8s/common/var/lib/kubelet", UID);
        for (Path socket : List.of(sockets.dra(), sockets.registration())) {
            assertTrue(socket.toString().length() <= 107, socket.toString());
        }
        Sockets other = of("/var/snap/microk8s/common/var/lib/kubelet", "7" + UID.substring(1));
        assertNotEquals(sockets.dra(), other.dra());
        assertNotEquals(sockets.registration(), other.registration());
    }
}
