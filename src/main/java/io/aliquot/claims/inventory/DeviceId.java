package io.aliquot.claims.inventory;

/** What names a device in the whole cluster. */
public record DeviceId(String driver, String pool, String device) {}
