package io.aliquot.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** A review of a pod with 20 containers, each with what containers usually have. */
final class SamplePod {
    private static final int CONTAINERS = 20;

    private SamplePod() {}

    /** The bytes as an API server sends them; the first {@code withGpu} containers have legacy limits. */
    static byte[] review(int withGpu) {
        ObjectNode review = JsonNodeFactory.instance.objectNode();
        review.put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/v1");
        ObjectNode request = review.putObject("request").put("uid", "705ab4f5-6393-11e8-b7cc-42010a800002");
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.putObject("resource").put("group", "").put("version", "v1").put("resource", "pods");
        request.put("namespace", "team-a").put("operation", "CREATE");
        request.putObject("userInfo").put("username", "system:serviceaccount:kube-system:replicaset-controller");
        request.set("object", pod(withGpu));
        request.putNull("oldObject").put("dryRun", false);
        return review.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode pod(int withGpu) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode().put("kind", "Pod").put("apiVersion", "v1");
        ObjectNode metadata = pod.putObject("metadata").put("generateName", "training-6c5d8f9b7-");
        metadata.putObject("labels").put("app", "training").put("pod-template-hash", "6c5d8f9b7");
        ObjectNode owner = metadata.putArray("ownerReferences").addObject();
        owner.put("apiVersion", "apps/v1").put("kind", "ReplicaSet").put("name", "training-6c5d8f9b7");
        ObjectNode spec = pod.putObject("spec");
        ArrayNode containers = spec.putArray("containers");
        for (int i = 0; i < CONTAINERS; i++) {
            container(containers.addObject(), i, i < withGpu);
        }
        spec.putArray("volumes").addObject().put("name", "data").putObject("emptyDir");
        spec.put("restartPolicy", "Always").put("schedulerName", "default-scheduler").put("priority", 0);
        return pod;
    }

    private static void container(ObjectNode container, int i, boolean gpu) {
        container.put("name", "worker-" + i).put("image", "training:1.2.3").put("imagePullPolicy", "IfNotPresent");
        container.putArray("command").add("python").add("train.py").add("--rank=" + i);
        ArrayNode env = container.putArray("env");
        for (String name : new String[] {"MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "NCCL_DEBUG"}) {
            env.addObject().put("name", name).put("value", "value-of-" + name.toLowerCase(java.util.Locale.ROOT));
        }
        ObjectNode resources = container.putObject("resources");
        for (String list : new String[] {"limits", "requests"}) {
            ObjectNode amounts = resources.putObject(list).put("cpu", "500m").put("memory", "2Gi");
            if (gpu) {
                amounts.put("nvidia.com/gpu", "1").put("nvidia.com/gpumem", "8192").put("nvidia.com/gpucores", "30");
            }
        }
        container.putArray("volumeMounts").addObject().put("name", "data").put("mountPath", "/data");
        container.put("terminationMessagePath", "/dev/termination-log").put("terminationMessagePolicy", "File");
    }
}
