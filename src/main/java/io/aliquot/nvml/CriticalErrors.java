package io.aliquot.nvml;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Errors by which a card takes itself out of service (XIDs), as events of the library. A card that had one is in trouble
 * until the driver starts again: only an operator can tell when it is well.
 */
final class CriticalErrors {
    private static final Logger LOG = Logger.getLogger(CriticalErrors.class);
    private static final long XID = 8;
    /** nvmlEventData_t: device, event type, event data, instances. */
    private static final int EVENT = 32;
    /** Of these the program is guilty, not the card. */
    private static final Set<Long> OF_PROGRAMS = Set.of(13L, 31L, 43L, 45L, 68L, 109L);

    private static final int MOST_AT_ONCE = 1000;

    private final NativeCalls nvml;
    private final MemorySegment events;
    private final boolean supported;
    private final Map<Long, String> uuids = new HashMap<>();
    private final Set<String> watched = new HashSet<>();
    private final Map<String, Long> happened = new HashMap<>();

    CriticalErrors(NativeCalls nvml) throws NvmlException {
        this.nvml = nvml;
        MemorySegment set = Arena.global().allocate(ADDRESS);
        supported = nvml.has("nvmlEventSetCreate") && nvml.result("nvmlEventSetCreate", set) == NativeCalls.SUCCESS;
        events = set.get(ADDRESS, 0);
        if (!supported) {
            LOG.warn(
                    "The management library tells of no XIDs: cards in trouble are seen only when they stop answering");
        }
    }

    /** The same cards, those in trouble that had a critical error since this was made. */
    List<GpuCard> mark(List<GpuCard> cards) throws NvmlException {
        if (!supported) {
            return cards;
        }
        for (GpuCard card : cards) {
            if (card.trouble().isEmpty() && !watched.contains(card.uuid())) {
                watch(card);
            }
        }
        drain();
        List<GpuCard> marked = new ArrayList<>();
        for (GpuCard card : cards) {
            Long xid = happened.get(card.uuid());
            marked.add(xid == null ? card : card.withTrouble("critical error, XID " + xid));
        }
        return marked;
    }

    /** A card that cannot be found now is looked for again: it may have gone since it was listed. */
    private void watch(GpuCard card) throws NvmlException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = arena.allocate(ADDRESS);
            if (nvml.result("nvmlDeviceGetHandleByUUID", arena.allocateFrom(card.uuid()), handle)
                    != NativeCalls.SUCCESS) {
                return;
            }
            watched.add(card.uuid());
            MemorySegment device = handle.get(ADDRESS, 0);
            int result = nvml.result("nvmlDeviceRegisterEvents", device, XID, events);
            if (result == NativeCalls.SUCCESS) {
                uuids.put(device.address(), card.uuid());
            } else {
                LOG.warnf("Card %s tells of no XIDs, NVML error %d", card.uuid(), result);
            }
        }
    }

    private void drain() throws NvmlException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(EVENT, 8);
            for (int i = 0;
                    i < MOST_AT_ONCE && nvml.result("nvmlEventSetWait_v2", events, event, 0) == NativeCalls.SUCCESS;
                    i++) {
                String uuid = uuids.get(event.get(ADDRESS, 0).address());
                long xid = event.get(JAVA_LONG, 16);
                if (uuid != null && event.get(JAVA_LONG, 8) == XID && !OF_PROGRAMS.contains(xid)) {
                    LOG.errorf("Card %s had a critical error, XID %d; nothing new is placed on it", uuid, xid);
                    happened.put(uuid, xid);
                }
            }
        }
    }
}
