package io.aliquot.node.kubelet;

/** Health of one device: healthy exactly when there is no reason against it. */
public record DeviceHealth(String pool, String device, String reason) {
    public boolean healthy() {
        return reason.isEmpty();
    }

    /** At most 1024 characters, as the kubelet wants it. */
    String message() {
        return reason.length() <= 1024 ? reason : reason.substring(0, 1024);
    }
}
