package io.aliquot.model;

import java.util.List;

/**
 * Where a pod with vgpu-mode mig goes.
 *
 * @param backend the driver that publishes MIG devices
 * @param profilesMib memory sizes of the profiles in MiB, ascending, at most 8
 */
public record MigBackend(Backend backend, List<Long> profilesMib) {
    public MigBackend {
        profilesMib = List.copyOf(profilesMib);
    }
}
