package io.aliquot.claims.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.claims.Stored;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MatchConditionsTest {
    private static final MatchCondition FOREIGN = new MatchCondition("object.metadata.name != 'x'", "by-an-admin");

    @Test
    void theExpressionNamesEveryMappedNameOnceAndInOrder() {
        String expression = MatchConditions.expression(Stored.MAPPING);
        String names = "['nvidia.com/gpu', 'nvidia.com/gpucores', 'nvidia.com/gpumem', 'nvidia.com/gpumem-percentage',"
                + " 'nvidia.com/priority']";
        assertEquals(3, expression.split("k in " + Pattern.quote(names), -1).length);
        assertTrue(expression.contains("initContainers"));
    }

    @Test
    void anAdminsConditionStaysWhereItIs() {
        MatchCondition old = new MatchCondition("true", MatchConditions.NAME);
        MatchCondition ours = new MatchCondition(MatchConditions.expression(Stored.MAPPING), MatchConditions.NAME);
        assertEquals(List.of(ours), MatchConditions.in(null, Stored.MAPPING));
        assertEquals(List.of(FOREIGN, ours), MatchConditions.in(List.of(FOREIGN), Stored.MAPPING));
        assertEquals(List.of(ours, FOREIGN), MatchConditions.in(List.of(old, FOREIGN), Stored.MAPPING));
        assertEquals(List.of(ours), MatchConditions.in(List.of(ours), Stored.MAPPING));
    }
}
