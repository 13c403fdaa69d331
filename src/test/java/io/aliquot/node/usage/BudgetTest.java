package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private final Budget budget = new Budget();

    private long taken(long now) {
        return IntStream.range(0, 1000).filter(i -> budget.take("pod", now)).count();
    }

    @Test
    void someAtOnceThenOneInEachPeriod() {
        assertEquals(Budget.AT_ONCE, taken(-7));
        assertEquals(0, taken(Budget.PERIOD_NS - 8));
        assertEquals(1, taken(Budget.PERIOD_NS - 7));
        assertEquals(Budget.AT_ONCE, taken(1000 * Budget.PERIOD_NS));
    }

    @Test
    void oneThatHasSpentItsOwnTakesNothingFromOthers() {
        taken(0);
        assertFalse(budget.take("pod", 1));
        assertTrue(budget.take("other", 1));
    }
}
