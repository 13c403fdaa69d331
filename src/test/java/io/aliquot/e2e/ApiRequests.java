package io.aliquot.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the API server counts of its requests. */
final class ApiRequests {
    /**
     * What a review could cause: not the preflight's dry run now and again, not the deletion of whole namespaces by
     * Kubernetes.
     */
    private static final Pattern TEMPLATES = Pattern.compile(
            "apiserver_request_total(\\{.*dry_run=\"\""
                    + ".*resource=\"resourceclaimtemplates\",scope=\"resource\".*verb=\"(?:GET|POST|PUT|PATCH|DELETE)\".*}) (.*)");

    private ApiRequests() {}

    /** How often each kind of request for templates was made, by the labels of the API server's own series. */
    static Map<String, String> forTemplates(KubernetesClient admin) {
        Map<String, String> requests = new TreeMap<>();
        admin.raw("/metrics")
                .lines()
                .map(TEMPLATES::matcher)
                .filter(Matcher::matches)
                .forEach(match -> requests.put(match.group(1), match.group(2)));
        return requests;
    }
}
