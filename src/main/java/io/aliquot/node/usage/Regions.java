package io.aliquot.node.usage;

import io.aliquot.node.files.Grip;
import io.aliquot.node.files.HostFolders;
import io.aliquot.node.files.LimitsText;
import io.aliquot.node.files.WholeFile;
import io.aliquot.node.state.PodName;
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
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** The regions of all shares of the node. They are files on the host's own disk that tenants may write. */
final class Regions {
    private static final Logger LOG = Logger.getLogger(Regions.class);
    /** ALIQUOT_FLAG_CARD_UNLIMITED */
    private static final int UNLIMITED_CARD = 0x8;

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
        Set<String> withOtherCards = withOtherCards(prepared);
        for (PreparedClaim claim : prepared) {
            boolean has = claim.pods().stream().anyMatch(pod -> withOtherCards.contains(pod.uid()));
            for (PreparedDevice device : claim.devices()) {
                if (device.limited()) {
                    Path file = folders.region(claim.claim().uid(), device);
                    boolean soft = isSoft(folders.limits(claim.claim().uid(), device));
                    Region region = read(file, cut);
                    shares.add(new Share(claim, device, has ? region.without(UNLIMITED_CARD) : region, soft));
                }
            }
        }
        cut.stream()
                .filter(file -> !grown.contains(file))
                .forEach(file -> LOG.warnf("Region %s was larger than a region is; it has been cut", file));
        grown = cut;
        return shares;
    }

    /** The pods that have a card as a whole or for a look at it. No limit belongs to those, whatever a share beside says. */
    private static Set<String> withOtherCards(List<PreparedClaim> prepared) {
        return prepared.stream()
                .filter(claim -> claim.devices().stream().anyMatch(device -> !device.limited()))
                .flatMap(claim -> claim.pods().stream())
                .map(PodName::uid)
                .collect(Collectors.toSet());
    }

    private static boolean isSoft(Path limits) {
        try (Grip _ = new Grip(limits)) {
            return LimitsText.isSoft(WholeFile.text(limits));
        } catch (IOException e) {
            return false;
        }
    }

    private Region read(Path file, Set<Path> cut) {
        try (Grip _ = new Grip(file)) {
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
