package io.aliquot.node.usage;

import io.aliquot.node.files.HostFolders;
import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** The regions of all shares of the node. They are files on the host's own disk that tenants may write. */
final class Regions {
    private static final Logger LOG = Logger.getLogger(Regions.class);
    private final HostFolders folders;
    private final RegionReader reader = new RegionReader();
    private Set<Path> grown = Set.of();

    Regions(HostFolders folders) {
        this.folders = folders;
    }

    /** All shares with what their processes have written. What they have written beyond the layout is cut off. */
    List<Share> read(List<PreparedClaim> prepared) {
        List<Share> shares = new ArrayList<>();
        Set<Path> cut = new HashSet<>();
        for (PreparedClaim claim : prepared) {
            for (PreparedDevice device : claim.devices()) {
                if (device.limited()) {
                    Path file = folders.region(claim.claim().uid(), device);
                    shares.add(new Share(claim, device, read(file, cut)));
                }
            }
        }
        cut.stream()
                .filter(file -> !grown.contains(file))
                .forEach(file -> LOG.warnf("Region %s was larger than a region is; it has been cut", file));
        grown = cut;
        return shares;
    }

    private Region read(Path file, Set<Path> cut) {
        try {
            if (isCut(file)) {
                cut.add(file);
            }
            return reader.read(file);
        } catch (IOException e) {
            return Region.EMPTY;
        }
    }

    /** Nobody has mapped what is beyond the layout, so nobody misses it. */
    private static boolean isCut(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            boolean larger = channel.size() > RegionReader.SIZE;
            if (larger) {
                channel.truncate(RegionReader.SIZE);
            }
            return larger;
        }
    }
}
