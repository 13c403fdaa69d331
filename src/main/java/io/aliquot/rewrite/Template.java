package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;

/**
 * A ResourceClaimTemplate that a rewritten pod refers to.
 *
 * @param name {@code aliquot-} and 16 hex digits of the hash of {@code spec}
 * @param spec the template's spec in the API server's canonical form, so that it can be compared with what is stored
 */
public record Template(String name, ObjectNode spec) {
    /** Label of every template and claim of ours. It informs; nothing is decided from it. */
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    /** How the name of every template of ours begins. */
    public static final String NAME_PREFIX = "aliquot-";

    public static final String ALIQUOT = "aliquot";

    private static final Pattern NAME = Pattern.compile(NAME_PREFIX + "[0-9a-f]{16}");

    /** Whether a template of ours can have this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** The complete object to create in {@code namespace}. */
    public ObjectNode manifest(String namespace) {
        ObjectNode manifest = JsonNodeFactory.instance.objectNode();
        manifest.put("apiVersion", "resource.k8s.io/v1").put("kind", "ResourceClaimTemplate");
        ObjectNode metadata = manifest.putObject("metadata");
        metadata.put("name", name).put("namespace", namespace);
        metadata.putObject("labels").put(MANAGED_BY, ALIQUOT);
        manifest.set("spec", spec.deepCopy());
        return manifest;
    }
}
