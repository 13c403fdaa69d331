package io.aliquot.node.kubelet;

import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;

/**
 * The health of all devices, and those who watch it. Every watcher gets the full list at once and whenever it is shown
 * again; the kubelet takes an old list for unknown health, so it is shown again even when nothing changed.
 */
public final class HealthBoard {
    private final List<Watcher> watchers = new ArrayList<>();
    private List<DeviceHealth> devices = List.of();

    /** One open stream. */
    interface Watcher {
        void show(List<DeviceHealth> devices);

        void end();
    }

    /** Shows {@code now}; watchers that can't be reached any more are forgotten. */
    public synchronized void show(List<DeviceHealth> now) {
        devices = List.copyOf(now);
        watchers.removeIf(watcher -> !reaches(() -> watcher.show(devices)));
    }

    synchronized void watch(Watcher watcher) {
        if (reaches(() -> watcher.show(devices))) {
            watchers.add(watcher);
        }
    }

    /** Ends all streams. */
    synchronized void end() {
        watchers.forEach(watcher -> reaches(watcher::end));
        watchers.clear();
    }

    private static boolean reaches(Runnable call) {
        try {
            call.run();
            return true;
        } catch (IllegalStateException | StatusRuntimeException e) {
            return false;
        }
    }
}
