package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.PodRules;
import io.aliquot.model.Problem.Reason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Reasons to refuse a pod with a share that lie outside its numbers. */
final class PodRefusals {
    private static final String LIMITS_FOLDER = "/etc/aliquot";
    private static final String PRELOAD_FILE = "/etc/ld.so.preload";
    private static final String MIRROR = "kubernetes.io/config.mirror";

    private PodRefusals() {}

    static void check(JsonNode pod, List<Container> containers, PodRules rules, Findings findings) {
        JsonNode spec = pod.path("spec");
        if (!spec.path("nodeName").asText("").isEmpty()) {
            findings.refuse(
                    Reason.NODE_NAME,
                    "spec.nodeName",
                    "bypasses the scheduler, so the card would never be allocated; use nodeSelector"
                            + " kubernetes.io/hostname: "
                            + spec.path("nodeName").asText());
        } else if (pod.path("metadata").path("annotations").has(MIRROR)) {
            findings.refuse(
                    Reason.NODE_NAME,
                    "metadata.annotations[" + MIRROR + "]",
                    "a static pod bypasses the scheduler, so the card would never be allocated; create it through the"
                            + " API server");
        }
        for (Container container : containers) {
            if (!rules.allowPrivileged()) {
                privileged(container, findings);
            }
            mounts(container, findings);
        }
    }

    private static void privileged(Container container, Findings findings) {
        if (container.node().path("securityContext").path("privileged").asBoolean(false)) {
            findings.refuse(
                    Reason.PRIVILEGED,
                    container.path() + ".securityContext.privileged",
                    "a privileged container sees every card of the node; remove it, or move the container to a pod"
                            + " without a share (an admin may set pods.allowPrivileged)");
        }
    }

    private static void mounts(Container container, Findings findings) {
        JsonNode mounts = container.node().path("volumeMounts");
        for (int i = 0; i < mounts.size(); i++) {
            String path = normalized(mounts.path(i).path("mountPath").asText(""));
            if (path.equals(LIMITS_FOLDER) || path.startsWith(LIMITS_FOLDER + "/") || path.equals(PRELOAD_FILE)) {
                findings.refuse(
                        Reason.MOUNT,
                        container.path() + ".volumeMounts[" + i + "].mountPath",
                        "is where the limits of the share come from; mount it elsewhere than " + LIMITS_FOLDER + " and "
                                + PRELOAD_FILE);
            }
        }
    }

    /** The path as the container runtime resolves it. */
    private static String normalized(String mountPath) {
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : mountPath.split("/", -1)) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        return "/" + String.join("/", segments);
    }
}
