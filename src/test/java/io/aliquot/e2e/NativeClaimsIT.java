package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Claims that people write themselves, beside legacy limits and without. */
@Tag("e2e")
class NativeClaimsIT {
    private static final String TEMPLATE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: mine}
            spec:
              spec:
                devices:
                  requests:
                  - name: card
                    exactly:
                      deviceClassName: gpu.aliquot.io
                      capacity: {requests: {memory: 1000Mi}}
            ---
            """;

    @RegisterExtension
    static final Site SITE = new Site();

    @BeforeEach
    void cards() {
        SITE.cards(Map.of("n1", Cards.of("n1", "NVIDIA A100-SXM4-80GB", 81559, 1)));
    }

    private static List<String> memory() {
        return SITE.claims().consumed("p", "memory").stream().sorted().toList();
    }

    @Test
    void aPodMayHaveItsOwnClaimBesideLegacyLimits() {
        SITE.create(TEMPLATE + """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims: [{name: own, resourceClaimTemplateName: mine}]
                  containers:
                  - {name: native, image: cuda, resources: {claims: [{name: own}]}}
                  - {name: legacy, image: cuda, resources: {limits: {nvidia.com/gpumem: 2000}}}
                  - name: both
                    image: cuda
                    resources: {claims: [{name: own}], limits: {nvidia.com/gpumem: 3000}}
                """);
        SITE.claims().awaitRunning("p");
        assertEquals(List.of("1000Mi", "2000Mi", "3000Mi"), memory());
    }

    @Test
    void twoContainersMayShareOneClaimAndThePodStaysAsItIs() {
        SITE.create(TEMPLATE + """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims: [{name: own, resourceClaimTemplateName: mine}]
                  containers:
                  - {name: one, image: cuda, resources: {claims: [{name: own}]}}
                  - {name: two, image: cuda, resources: {claims: [{name: own}]}}
                """);
        SITE.claims().awaitRunning("p");
        assertEquals(List.of("1000Mi"), memory());
        String pod = SITE.kubectl().ok("get", "pod", "p", "-o", "json");
        assertFalse(pod.contains("aliquot.io/re") || pod.contains("NVIDIA_VISIBLE_DEVICES"), pod);
        assertEquals(1, SITE.claims().all("resourceclaimtemplates").size());
    }
}
