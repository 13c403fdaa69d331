package io.aliquot.config;

import java.util.HashMap;
import java.util.Map;

/** Sees to it that a name stands only once in the whole file: its meaning would depend on the order otherwise. */
final class Uniqueness {
    private final Errors errors;
    private final Map<String, String> vendors = new HashMap<>();
    private final Map<String, String> resources = new HashMap<>();

    Uniqueness(Errors errors) {
        this.errors = errors;
    }

    void vendor(String name, String path) {
        claim(vendors, name, path, "entry");
    }

    void resource(String name, String path) {
        claim(resources, name, path, "resource");
    }

    private void claim(Map<String, String> owners, String name, String path, String kind) {
        String owner = name.isEmpty() ? null : owners.putIfAbsent(name, path);
        if (owner != null) {
            errors.add(path, "the " + kind + " '" + name + "' is already " + owner + "; each name may stand once");
        }
    }
}
