package io.aliquot.model;

import java.util.regex.Pattern;

/** Names as Kubernetes gives them to namespaces, objects and drivers. */
public final class DnsName {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private DnsName() {}

    /** Whether a namespace can have this name. */
    public static boolean isLabel(String text) {
        return LABEL.matcher(text).matches();
    }

    /** Whether {@code text} is a name of labels with dots between them, of at most {@code longest} characters. */
    public static boolean isSubdomain(String text, int longest) {
        if (text.length() > longest) {
            return false;
        }
        for (String label : text.split("\\.", -1)) {
            if (!isLabel(label)) {
                return false;
            }
        }
        return true;
    }
}
