package io.aliquot.rewrite.properties;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.aliquot.config.MappingFile;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A pod with everything in it that the rewriting reads, and the world around it. */
final class Samples {
    static final Mapping MAPPING = MappingFile.defaults();
    static final List<Card> CARDS = List.of(
            new Card("gpu.aliquot.io", 81559, Optional.of("GPU-1"), Optional.of("NVIDIA A100-SXM4-80GB")),
            new Card("gpu.aliquot.io", 23034, Optional.of("GPU-2"), Optional.of("NVIDIA L4")));
    private static final ObjectMapper JSON = new ObjectMapper();

    static final JsonNode FULL_POD = json("""
            {"apiVersion":"v1","kind":"Pod",
             "metadata":{"name":"p","labels":{"app":"x"},"annotations":{
               "nvidia.com/use-gputype":"A100,L4","nvidia.com/nouse-gputype":"P4","nvidia.com/use-gpuuuid":"GPU-1",
               "nvidia.com/nouse-gpuuuid":"GPU-9","nvidia.com/vgpu-mode":"hami-core","nvidia.com/numa-bind":"true",
               "hami.io/vulkan":"true","nvidia.com/gpumem":"7"}},
             "spec":{"schedulerName":"hami-scheduler",
               "initContainers":[
                 {"name":"warmup","resources":{"limits":{"nvidia.com/gpumem":"9k"}}},
                 {"name":"side","restartPolicy":"Always","resources":{"limits":{"nvidia.com/gpumem-percentage":"30"}}}],
               "containers":[
                 {"name":"app","image":"i","env":[{"name":"CUDA_DISABLE_CONTROL","value":"true"}],
                  "volumeMounts":[{"name":"v","mountPath":"/data"}],"securityContext":{"privileged":false},
                  "resources":{"claims":[{"name":"net","request":"nic"}],
                    "limits":{"cpu":"1","nvidia.com/gpu":"2","nvidia.com/gpumem":"3k","nvidia.com/gpucores":"30",
                              "nvidia.com/priority":"1"},
                    "requests":{"cpu":"1","nvidia.com/gpu":"2","nvidia.com/gpumem":"3k","nvidia.com/gpucores":"30",
                                "nvidia.com/priority":"1"}}},
                 {"name":"web","image":"i"}],
               "volumes":[{"name":"v","emptyDir":{}}],
               "resourceClaims":[{"name":"net","resourceClaimTemplateName":"nics"}]}}
            """);

    private Samples() {}

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static Rewriting create(JsonNode pod) {
        return Rewriter.rewrite(RewriteInput.create(pod, MAPPING, CARDS));
    }

    static Rewriting update(JsonNode pod, JsonNode oldPod) {
        return Rewriter.rewrite(new RewriteInput(pod, Optional.of(oldPod), MAPPING, CARDS, Set.of()));
    }
}
