package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ReviewReaderTest {
    private final ReviewReader reader = new ReviewReader();

    @Property
    void any_bytes_give_a_review_or_a_sentence(@ForAll byte[] bytes) {
        reader.read(bytes);
    }

    @Property
    void any_cut_or_spoiled_review_gives_a_review_or_a_sentence(@ForAll int place, @ForAll byte value) {
        byte[] bytes = Reviews.bytes("pod-count-mem-cores.01-create.json");
        int index = Math.floorMod(place, bytes.length);
        bytes[index] = value;
        reader.read(bytes);
        reader.read(java.util.Arrays.copyOf(bytes, index));
    }

    @Test
    void a_number_with_an_exponent_of_too_many_digits_gives_a_sentence() {
        Reading reading = reader.read("{\"kind\":1e99999999990}".getBytes(StandardCharsets.UTF_8));
        String sentence = assertInstanceOf(Reading.Malformed.class, reading).sentence();
        assertTrue(sentence.startsWith("the body has a number that cannot be read: "), sentence);
    }

    @Test
    void numbers_keep_their_exact_text() throws Exception {
        ObjectNode root = (ObjectNode) new JsonMapper().readTree(Reviews.bytes("pod-count-mem-cores.01-create.json"));
        String text = root.toString().replace("\"status\":{}", "\"status\":{},\"future\":1.10");
        Reading reading = reader.read(text.getBytes(StandardCharsets.UTF_8));
        JsonNode pod =
                assertInstanceOf(Reading.Understood.class, reading).review().pod();
        assertEquals("1.10", pod.path("future").toString());
    }

    @Test
    void the_owner_is_what_made_the_pod_or_its_name() {
        assertEquals("Pod/slice", review("pod-count-mem-cores.01-create.json").owner());
        assertTrue(review("deployment-cores-zero.01-create.json").owner().startsWith("ReplicaSet/"));
    }

    private Review review(String name) {
        return assertInstanceOf(Reading.Understood.class, reader.read(Reviews.bytes(name)))
                .review();
    }
}
