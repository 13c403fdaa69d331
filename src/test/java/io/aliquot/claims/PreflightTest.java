package io.aliquot.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.claims.PreflightResult.Finding;
import io.aliquot.config.MappingFile;
import io.aliquot.config.MappingResult;
import io.aliquot.model.Mapping;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreflightTest {
    private static final String DEVICE_CLASS = "/apis/resource.k8s.io/v1/deviceclasses/gpu.aliquot.io";

    @Test
    void it_passes_where_capacity_is_kept_and_the_class_exists() throws IOException {
        try (StandInApiServer server = new StandInApiServer()) {
            server.stored.put(DEVICE_CLASS, JsonNodeFactory.instance.objectNode());
            assertEquals(new PreflightResult(new Finding.Works(), List.of()), run(server));
            assertEquals(1, server.stored.size());
        }
    }

    @Test
    void it_names_the_gate_where_capacity_is_dropped() throws IOException {
        try (StandInApiServer server = new StandInApiServer()) {
            server.onCreate = object -> {
                ((ObjectNode) object.at("/spec/spec/devices/requests/0/exactly")).remove("capacity");
                return object;
            };
            Finding.Broken broken =
                    assertInstanceOf(Finding.Broken.class, run(server).finding());
            assertTrue(broken.why().contains("DRAConsumableCapacity"), broken::why);
        }
    }

    @Test
    void it_warns_of_a_missing_class_and_tells_why_a_dry_run_fails() throws IOException {
        try (StandInApiServer server = new StandInApiServer()) {
            assertTrue(run(server).warnings().getFirst().startsWith("DeviceClass gpu.aliquot.io does not exist"));
            server.createCode = 403;
            server.createMessage = "no right";
            Finding.Unknown unknown =
                    assertInstanceOf(Finding.Unknown.class, run(server).finding());
            assertTrue(unknown.why().endsWith("answers 403: no right"), unknown::why);
        }
    }

    @Test
    void it_refuses_several_cards_in_one_request_where_the_scheduler_may_give_one_twice() throws IOException {
        try (StandInApiServer server = new StandInApiServer()) {
            server.stored.put(DEVICE_CLASS, JsonNodeFactory.instance.objectNode());
            server.stored.put("/version", release("35"));
            assertEquals(new Finding.Works(), run(server).finding());
            Finding.Broken broken = assertInstanceOf(
                    Finding.Broken.class, run(server, inOneRequest()).finding());
            assertTrue(broken.why().contains("Kubernetes 1.35 may give such a request one card twice"), broken::why);
            server.stored.put("/version", release("36"));
            assertEquals(new Finding.Works(), run(server, inOneRequest()).finding());
        }
    }

    private static ObjectNode release(String minor) {
        return JsonNodeFactory.instance.objectNode().put("major", "1").put("minor", minor);
    }

    private static Mapping inOneRequest() {
        String yaml = MappingFile.defaultText().replace("cardsInOneRequest: false", "cardsInOneRequest: true");
        return assertInstanceOf(MappingResult.Valid.class, MappingFile.parse(yaml))
                .mapping();
    }

    private static PreflightResult run(StandInApiServer server) {
        return run(server, MappingFile.defaults());
    }

    private static PreflightResult run(StandInApiServer server, Mapping mapping) {
        try (ApiServer api = server.client()) {
            return new Preflight(api, mapping).run();
        }
    }
}
