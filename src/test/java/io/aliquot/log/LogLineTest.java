package io.aliquot.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LogLineTest {
    @Test
    void values_are_quoted_only_where_needed() {
        LogLine line = LogLine.event("refused").with("owner", "Job/a-1").with("message", "say \"no\"");
        assertEquals("event=refused owner=Job/a-1 message=\"say \\\"no\\\"\"", line.toString());
    }

    @Test
    void no_text_can_begin_a_line_or_move_a_terminal() {
        String text =
                LogLine.event("x").with("v", "a\nb\r\u001b[2J\u2028\u202e").toString();
        assertEquals("event=x v=\"a\\nb\\u{d}\\u{1b}[2J\\u{2028}\\u{202e}\"", text);
    }

    @Property
    void a_line_stays_one_line_and_short(@ForAll String value) {
        String text = LogLine.event("x").with("v", value).toString();
        assertEquals(1, text.lines().count());
        assertTrue(text.length() < 20_000);
    }
}
