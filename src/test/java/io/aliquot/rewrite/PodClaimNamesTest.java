package io.aliquot.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PodClaimNamesTest {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private static ObjectNode pod(String field, String name) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.putObject("metadata").put(field, name);
        return pod;
    }

    /** As the claim controller of Kubernetes makes it, with the random part. */
    private static String claim(String pod, String podClaim) {
        String name = pod + "-" + podClaim + "-";
        if (name.length() > 57) {
            int length = name.length();
            name = pod.substring(0, pod.length() * 57 / length) + "-"
                    + podClaim.substring(0, podClaim.length() * 57 / length);
        }
        return name.substring(0, Math.min(name.length(), 58)) + "abcde";
    }

    @Test
    void kubernetesCanMakeAClaimForEveryPodNameAndContainerName() {
        List<String> shapes = List.of("x", "a.b.", "a.", "web-0.", "ab.c-d.", "a-very-long-part-of-a-name.");
        for (String shape : shapes) {
            for (int pod = 1; pod <= 253; pod++) {
                String name = shape.repeat(253).substring(0, pod - 1) + "z";
                for (int container : List.of(1, 2, 4, 8, 20, 40, 58, 59, 60, 63)) {
                    String wanted = "gpu-" + "c".repeat(container);
                    PodClaimNames names = new PodClaimNames(pod("name", name));
                    for (String podClaim : List.of(names.next(wanted), names.next(wanted))) {
                        assertTrue(LABEL.matcher(podClaim).matches(), podClaim);
                        String claim = claim(name, podClaim);
                        assertTrue(SUBDOMAIN.matcher(claim).matches(), () -> name + " " + podClaim + ": " + claim);
                    }
                }
            }
        }
    }

    @Test
    void aNameThatIsGeneratedLaterIsReckonedWith() {
        for (int length = 1; length <= 70; length++) {
            String prefix = "a.".repeat(40).substring(0, length) + "-";
            String podClaim = new PodClaimNames(pod("generateName", prefix)).next("gpu-" + "c".repeat(63));
            String name = prefix.substring(0, Math.min(prefix.length(), 58)) + "12345";
            if (SUBDOMAIN.matcher(name).matches()) {
                assertTrue(SUBDOMAIN.matcher(claim(name, podClaim)).matches(), () -> name + " " + podClaim);
            }
        }
    }

    @Test
    void usualNamesStayAsTheyAre() {
        PodClaimNames names = new PodClaimNames(pod("name", "my.pod"));
        assertEquals("gpu-main", names.next("gpu-main"));
        assertEquals("gpu-main-2", names.next("gpu-main"));
    }
}
