package io.aliquot.claims.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchedTemplateTest {
    @ParameterizedTest
    @CsvSource({
        "aliquot, true",
        "aliquot aliquot, true",
        "kubectl-client-side-apply, false",
        "aliquot kubectl, false",
        "kubectl aliquot, false",
        "'', false",
    })
    void it_is_ours_only_when_nobody_else_has_written_to_it(String managers, boolean ours) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ArrayNode fields = object.putObject("metadata").putArray("managedFields");
        for (String manager : managers.isEmpty() ? new String[0] : managers.split(" ", -1)) {
            fields.addObject().put("manager", manager);
        }
        assertEquals(ours, new WatchedTemplate("ns", "name", "uid", "1", object).ours());
    }
}
