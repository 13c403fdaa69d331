package io.aliquot.claims;

import io.aliquot.claims.watch.WatchedTemplate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Paths of ResourceClaimTemplates on the API server. */
final class TemplatePath {
    private static final String GROUP = "/apis/resource.k8s.io/v1";

    private TemplatePath() {}

    static String named(String namespace, String name) {
        return GROUP + "/namespaces/" + segment(namespace) + "/resourceclaimtemplates/" + segment(name);
    }

    /** Where templates are created. */
    static String collection(String namespace, boolean dryRun) {
        return GROUP + "/namespaces/" + segment(namespace) + "/resourceclaimtemplates?fieldManager="
                + WatchedTemplate.OUR_MANAGER
                + (dryRun ? "&dryRun=All" : "");
    }

    static String deviceClass(String name) {
        return GROUP + "/deviceclasses/" + segment(name);
    }

    /** Names come from requests: none may leave its place in the path. */
    private static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
