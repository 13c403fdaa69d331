package io.aliquot.nvml;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code libnvidia-ml.so.1}. Layouts and error numbers are those of the vendor's nvml.h. */
public final class NvmlLibrary implements Nvml {
    private static final int TEXT = 96;
    private static final int PCI_INFO = 68;
    private static final int BUS_ID_AT = 36;
    private static final int PROCESS = 24;
    private static final int NOT_SUPPORTED = 3;
    private final NativeCalls nvml;
    private final CriticalErrors criticalErrors;
    private final BusyTimes busyTimes;
    private final KnownCards known = new KnownCards();

    /** Loads and initialises the library. */
    public NvmlLibrary(Path library) throws NvmlException {
        nvml = new NativeCalls(library);
        nvml.call("nvmlInit_v2");
        criticalErrors = new CriticalErrors(nvml);
        busyTimes = new BusyTimes(nvml, Clock.systemUTC());
    }

    @Override
    public GpuCards cards() throws NvmlException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(JAVA_INT);
            nvml.call("nvmlDeviceGetCount_v2", number);
            int count = number.get(JAVA_INT, 0);
            String driver = text(arena, "nvmlSystemGetDriverVersion");
            nvml.call("nvmlSystemGetCudaDriverVersion_v2", number);
            int cuda = number.get(JAVA_INT, 0);
            String version = cuda / 1000 + "." + cuda % 1000 / 10;
            GpuCards cards = known.ask(count, index -> card(arena, index, driver, version));
            return new GpuCards(criticalErrors.mark(cards.cards()), cards.silent());
        }
    }

    private GpuCard card(Arena arena, int index, String driver, String cuda) throws NvmlException {
        MemorySegment handle = arena.allocate(ADDRESS);
        nvml.call("nvmlDeviceGetHandleByIndex_v2", index, handle);
        return card(arena, handle.get(ADDRESS, 0), driver, cuda);
    }

    private GpuCard card(Arena arena, MemorySegment device, String driver, String cuda) throws NvmlException {
        MemorySegment first = arena.allocate(JAVA_INT);
        MemorySegment second = arena.allocate(JAVA_INT);
        nvml.call("nvmlDeviceGetMinorNumber", device, first);
        int minor = first.get(JAVA_INT, 0);
        nvml.call("nvmlDeviceGetCudaComputeCapability", device, first, second);
        String capability = first.get(JAVA_INT, 0) + "." + second.get(JAVA_INT, 0);
        boolean mig = nvml.result("nvmlDeviceGetMigMode", device, first, second) == NativeCalls.SUCCESS
                && first.get(JAVA_INT, 0) != 0;
        return new GpuCard(
                minor,
                text(arena, "nvmlDeviceGetUUID", device),
                text(arena, "nvmlDeviceGetName", device),
                memory(arena, device, 0),
                busId(arena, device),
                capability,
                driver,
                cuda,
                mig,
                "");
    }

    /** The kernel writes the address with four digits of domain and in lower case, the library with eight. */
    private String busId(Arena arena, MemorySegment device) throws NvmlException {
        MemorySegment info = arena.allocate(PCI_INFO, 8);
        nvml.call("nvmlDeviceGetPciInfo_v3", device, info);
        String id = info.getString(BUS_ID_AT).toLowerCase(Locale.ROOT);
        return id.length() == 16 && id.startsWith("0000") ? id.substring(4) : id;
    }

    /** nvmlMemory_t: total, free, used. */
    private long memory(Arena arena, MemorySegment device, int field) throws NvmlException {
        MemorySegment info = arena.allocate(JAVA_LONG, 3);
        nvml.call("nvmlDeviceGetMemoryInfo", device, info);
        return info.getAtIndex(JAVA_LONG, field);
    }

    private String text(Arena arena, String function, MemorySegment... device) throws NvmlException {
        MemorySegment text = arena.allocate(TEXT);
        List<Object> arguments = new ArrayList<>(List.of((Object[]) device));
        arguments.add(text);
        arguments.add(TEXT);
        nvml.call(function, arguments.toArray());
        return text.getString(0);
    }

    private MemorySegment find(Arena arena, String uuid) throws NvmlException {
        MemorySegment handle = arena.allocate(ADDRESS);
        nvml.call("nvmlDeviceGetHandleByUUID", arena.allocateFrom(uuid), handle);
        return handle.get(ADDRESS, 0);
    }

    @Override
    public List<GpuProcess> processes(String uuid) throws NvmlException {
        Map<Integer, Long> found = new LinkedHashMap<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = find(arena, uuid);
            for (String kind : List.of("Compute", "Graphics", "MPSCompute")) {
                MemorySegment list = processes(arena, device, kind);
                for (long at = 0; at < list.byteSize(); at += PROCESS) {
                    found.merge(list.get(JAVA_INT, at), Math.max(0, list.get(JAVA_LONG, at + 8)), Math::max);
                }
            }
            Map<Integer, Integer> busy = found.isEmpty() ? Map.of() : busyTimes.of(arena, device);
            return found.entrySet().stream()
                    .map(one -> new GpuProcess(one.getKey(), one.getValue(), busy.getOrDefault(one.getKey(), 0)))
                    .toList();
        }
    }

    /** Virtual and older cards lack one kind or the other; all of them have that of compute. */
    private MemorySegment processes(Arena arena, MemorySegment device, String kind) throws NvmlException {
        String function = "nvmlDeviceGet" + kind + "RunningProcesses_v3";
        boolean needed = kind.equals("Compute");
        if (!needed && !nvml.has(function)) {
            return MemorySegment.NULL;
        }
        return GrowingList.read(arena, function, PROCESS, (count, entries) -> {
            int result = nvml.result(function, device, count, entries);
            return result == NOT_SUPPORTED && !needed ? GrowingList.none(count) : result;
        });
    }

    @Override
    public GpuLoad load(String uuid) throws NvmlException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = find(arena, uuid);
            MemorySegment rates = arena.allocate(JAVA_INT, 2);
            nvml.call("nvmlDeviceGetUtilizationRates", device, rates);
            return new GpuLoad(memory(arena, device, 2), rates.get(JAVA_INT, 0));
        }
    }
}
