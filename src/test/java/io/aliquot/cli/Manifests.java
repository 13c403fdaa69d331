package io.aliquot.cli;

/** Small manifests for tests. */
final class Manifests {
    static final String LIMITS = "{nvidia.com/gpu: 1, nvidia.com/gpumem: 3000}";

    private Manifests() {}

    static String pod(String name, String limits) {
        return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + "}\n" + podSpec("", limits);
    }

    /** A field {@code spec} with one container. */
    static String podSpec(String indent, String limits) {
        return indent + "spec:\n" + indent + "  containers:\n" + indent
                + "  - {name: app, image: app, resources: {limits: " + limits + "}}\n";
    }

    static String deployment(String metadata, String templateMetadata, String limits) {
        return "apiVersion: apps/v1\nkind: Deployment\nmetadata: " + metadata + "\nspec:\n  template:\n    metadata: "
                + templateMetadata + "\n" + podSpec("    ", limits);
    }
}
