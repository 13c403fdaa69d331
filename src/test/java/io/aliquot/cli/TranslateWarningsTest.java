package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TranslateWarningsTest {
    private static List<String> warnings(String manifest, String... options) {
        return CommandRun.translate(manifest, options)
                .err()
                .lines()
                .filter(line -> line.startsWith("warning: standard input, document 1"))
                .map(line -> line.replaceFirst("warning: [^:]*: ", ""))
                .toList();
    }

    private static void warns(String manifest, String beginning, String word) {
        List<String> warnings = warnings(manifest);
        assertTrue(
                warnings.stream().anyMatch(line -> line.startsWith(beginning) && line.contains(word)),
                beginning + " … " + word + "\n" + String.join("\n", warnings));
    }

    @Test
    void anOrdinaryDeploymentGivesNoWarning() {
        assertEquals(List.of(), warnings(Manifests.deployment("{name: d}", "{labels: {app: d}}", Manifests.LIMITS)));
    }

    @Test
    void annotationsOnTheWorkloadInsteadOfItsPodsAreNamed() {
        String metadata = "{name: d, annotations: {nvidia.com/use-gputype: A100}}";
        warns(
                Manifests.deployment(metadata, "{}", Manifests.LIMITS),
                "metadata.annotations[nvidia.com/use-gputype]: ",
                "spec.template.metadata.annotations");
    }

    @Test
    void annotationsThatAreOnTheTemplateTooAreFine() {
        String annotations = "annotations: {nvidia.com/use-gpuuuid: GPU-1}}";
        String both = Manifests.deployment("{name: d, " + annotations, "{" + annotations, Manifests.LIMITS);
        assertEquals(List.of(), warnings(both));
    }

    @Test
    void misspeltAnnotationsAreNamedWithWhatWasMeant() {
        String metadata = "{annotations: {nvidia.com/gputypeage: A100, hami.io/gpu-scheduler-polcy: spread}}";
        String manifest = Manifests.deployment("{name: d}", metadata, Manifests.LIMITS);
        warns(manifest, "spec.template.metadata.annotations[nvidia.com/gputypeage]: ", "nvidia.com/use-gputype?");
        warns(
                manifest,
                "spec.template.metadata.annotations[hami.io/gpu-scheduler-polcy]: ",
                "hami.io/gpu-scheduler-policy?");
    }

    @Test
    void annotationsOfOthersInTheSameDomainAreNotTakenForMisspeltOnes() {
        String metadata =
                "{annotations: {nvidia.com/cuda.driver: x, hami.io/bind-phase: y, example.org/use-gputype: z}}";
        assertEquals(List.of(), warnings(Manifests.deployment("{name: d}", metadata, Manifests.LIMITS)));
    }

    @Test
    void numbersAsAnnotationsHaveNoEffectAndAreNamed() {
        String metadata = "{name: d, annotations: {nvidia.com/gpumem: '3000'}}";
        warns(
                Manifests.deployment(metadata, "{}", Manifests.LIMITS),
                "metadata.annotations[nvidia.com/gpumem]: ",
                "resources.limits");
    }

    @Test
    void misspeltAndRenamedResourcesAreTold() {
        String limits = "{nvidia.com/gpumemory: 3000, nvidia.com/gpucores: 30, nvidia.com/vgpu: 1, rdma/hca: 1}";
        String path = "spec.containers[0].resources.limits";
        warns(Manifests.pod("p", limits), path + "[nvidia.com/gpumemory]: ", "nvidia.com/gpumem?");
        warns(Manifests.pod("p", limits), path + "[nvidia.com/vgpu]: ", "--mapping");
        assertEquals(2, warnings(Manifests.pod("p", limits)).size());
        assertEquals(List.of(), warnings(Manifests.pod("p", "{nvidia.com/mig-1g.5gb: 1}")));
    }

    @Test
    void aRayGroupThatWouldLoseItsGpusIsTold() {
        String group = "apiVersion: ray.io/v1\nkind: RayCluster\nspec:\n  headGroupSpec:\n    rayStartParams: {%s}\n"
                + "    template:\n" + Manifests.podSpec("      ", "{nvidia.com/gpu: 2, nvidia.com/gpumem: 100}");
        warns(group.formatted(""), "spec.headGroupSpec.rayStartParams: ", "num-gpus: \"2\"");
        assertEquals(List.of(), warnings(group.formatted("num-gpus: '2'")));
    }

    @Test
    void aQueueOfKueueIsTold() {
        String queue = "{name: d, labels: {kueue.x-k8s.io/queue-name: q}}";
        warns(
                Manifests.deployment(queue, "{}", Manifests.LIMITS),
                "metadata.labels[kueue.x-k8s.io/queue-name]: ",
                "deviceClassMappings");
        assertEquals(List.of(), warnings(Manifests.deployment(queue, "{}", "{cpu: 1}")));
    }

    @Test
    void aBoundOfALimitRangeOnAnOldNameIsToldToRefuseEveryPod() {
        String range = "apiVersion: v1\nkind: LimitRange\nspec: {limits: [{type: Container,"
                + " default: {nvidia.com/gpumem: 500}, max: {nvidia.com/gpumem: 2000}}]}\n";
        warns(range, "spec.limits[0].max[nvidia.com/gpumem]: ", "refuses every rewritten pod");
        warns(range, "spec.limits[0].default[nvidia.com/gpumem]: ", "the webhook rewrites those");
        assertEquals(2, warnings(range).size());
    }

    @Test
    void aQuotaOnOldNamesIsToldWithWhatLimitsCardsInstead() {
        String quota = "apiVersion: v1\nkind: ResourceQuota\nspec: {hard: {requests.nvidia.com/gpu: 4,"
                + " limits.nvidia.com/gpumem: 1, limits.cpu: 3}}\n";
        warns(quota, "spec.hard[requests.nvidia.com/gpu]: ", "gpu.aliquot.io.deviceclass.resource.k8s.io/devices");
        warns(quota, "spec.hard[limits.nvidia.com/gpumem]: ", "not their memory");
        assertEquals(2, warnings(quota).size());
    }

    @Test
    void namesOutsideOfPodTemplatesAreTold() {
        warns("""
                apiVersion: serving.kserve.io/v1beta1
                kind: InferenceService
                spec: {predictor: {model: {resources: {limits: {nvidia.com/gpumem: 3000}}}}}
                """, "spec.predictor.model.resources.limits[nvidia.com/gpumem]: ", "the webhook");
    }

    @Test
    void podsThatAskOtherSystemsAreListed() {
        String pod =
                Manifests.pod("p", "{cpu: 1}").replace("{name: p}", "{name: p, annotations: {gpu-fraction: '0.5'}}");
        warns(pod, "metadata.annotations[gpu-fraction]: ", "KAI");
        String fusion = pod.replace("annotations: {gpu-fraction: '0.5'}", "labels: {tensor-fusion.ai/enabled: 'true'}");
        warns(fusion, "metadata.labels[tensor-fusion.ai/enabled]: ", "TensorFusion");
    }
}
