package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever keeps a pod from being stored after its review, nothing is left for good; what is somebody's stays. */
@Tag("e2e")
class SweepIT {
    private static final ControlPlane PLANE = ControlPlane.shared();

    private static final String NO_PODS = """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: none}
            spec: {hard: {pods: "0"}}
            """;

    private static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: NAMESPACE}
            spec:
              failurePolicy: Fail
              matchConstraints:
                resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
              validations: [{expression: "false", message: not here}]
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: NAMESPACE}
            spec:
              policyName: NAMESPACE
              validationActions: [Deny]
              matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAMESPACE}}}
            """;

    private static final String LATER_WEBHOOK = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: NAMESPACE}
            webhooks:
            - name: nobody.example.com
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Fail
              clientConfig: {url: "https://127.0.0.1:1/nobody"}
              rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
              namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAMESPACE}}
            """;

    @Test
    void whatARefusalLeavesIsCollectedAndOnlyThat(@TempDir Path folder) {
        List<HasMetadata> obstacles = new ArrayList<>();
        try (Installation installation = new Installation(PLANE, folder, "--sweep-after", "PT2S");
                Tenant user = new Tenant(PLANE);
                Tenant quota = new Tenant(PLANE);
                Tenant policy = new Tenant(PLANE);
                Tenant webhook = new Tenant(PLANE)) {
            try {
                quota.create(NO_PODS);
                obstacles.addAll(policy.create(POLICY));
                obstacles.addAll(webhook.create(LATER_WEBHOOK));
                refused(quota, "exceeded quota: none, requested: pods=1");
                refused(policy, "not here");
                refused(webhook, "nobody.example.com");

                user.create("used", "gpumem=501");
                user.create("gone", "gpumem=502");
                user.pods().withName("gone").withGracePeriod(0).delete();
                Template byHand = Tenant.template("gpumem=503");
                user.create(byHand.manifest(user.namespace()).toString());
                user.create("borrower", "gpumem=503");
                user.pods().withName("borrower").withGracePeriod(0).delete();

                Set<String> kept = Set.of(Tenant.template("gpumem=501").name(), byHand.name());
                Await.until(
                        "what nobody uses is gone", () -> user.templateNames().equals(kept));
                for (Tenant refused : List.of(quota, policy, webhook)) {
                    Await.until("nothing is left", () -> refused.templateNames().isEmpty());
                    String swept = "template-swept namespace=" + refused.namespace();
                    Await.until(swept, () -> installation.webhook().log().contains(swept));
                }
                assertEquals(kept, user.templateNames());
            } finally {
                obstacles.forEach(each -> PLANE.admin().resource(each).delete());
            }
        }
    }

    /** Something else than the webhook refuses, and only after the webhook has let pass. */
    private static void refused(Tenant tenant, String reason) {
        Await.until(
                "it is in force", () -> tenant.refusal("probe", "gpumem=500").contains(reason));
        String message = String.valueOf(
                assertThrows(KubernetesClientException.class, () -> tenant.create("refused", "gpumem=500"))
                        .getMessage());
        assertTrue(message.contains(reason), message);
    }
}
