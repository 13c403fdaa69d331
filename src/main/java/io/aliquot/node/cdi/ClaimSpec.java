package io.aliquot.node.cdi;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.node.files.ContainerPaths;
import io.aliquot.node.files.HostFolders;
import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;
import java.nio.file.Path;
import java.util.List;

/**
 * The CDI spec of one claim: a device for each of its devices, with nothing that two devices of one container could
 * disagree about. Version 0.5.0 is the oldest that allows a device name to begin with a digit, as uids do.
 */
public final class ClaimSpec {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final String kind;
    private final HostFolders folders;

    public ClaimSpec(String driver, HostFolders folders) {
        this.kind = kind(driver);
        this.folders = folders;
    }

    /** The CDI devices that a container needs for {@code device}: the vendor's card, then what limits it. */
    public List<String> ids(PreparedDevice device) {
        return List.of(device.cdiDevice(), kind + "=" + device.name());
    }

    /** The spec as JSON. */
    public String text(PreparedClaim claim) {
        ObjectNode spec = JSON.createObjectNode();
        spec.put("cdiVersion", "0.5.0");
        spec.put("kind", kind);
        ArrayNode devices = spec.putArray("devices");
        for (PreparedDevice device : claim.devices()) {
            ObjectNode entry = devices.addObject();
            entry.put("name", device.name());
            edits(entry.putObject("containerEdits"), claim, device);
        }
        return spec.toPrettyString() + "\n";
    }

    /** The vendor's runtime would add every card of the node to an image that asks for all: void stops it. */
    private void edits(ObjectNode edits, PreparedClaim claim, PreparedDevice device) {
        edits.putArray("env").add("NVIDIA_VISIBLE_DEVICES=void");
        if (!device.limited()) {
            return;
        }
        String uid = claim.claim().uid();
        ArrayNode mounts = edits.putArray("mounts");
        mount(mounts, folders.limits(uid, device), ContainerPaths.limits(device), "ro");
        mount(mounts, folders.region(uid, device), ContainerPaths.region(device), "rw");
        mount(mounts, folders.libraries().resolve(claim.library()), ContainerPaths.LIBRARY, "ro");
        mount(mounts, folders.preload(), ContainerPaths.PRELOAD, "ro");
    }

    private static void mount(ArrayNode mounts, Path host, String container, String access) {
        ObjectNode mount = mounts.addObject();
        mount.put("hostPath", host.toString());
        mount.put("containerPath", container);
        mount.putArray("options")
                .add(access)
                .add("nosuid")
                .add("nodev")
                .add("bind")
                .add("rprivate");
    }

    private static String kind(String driver) {
        return "k8s." + driver + "/claim";
    }
}
