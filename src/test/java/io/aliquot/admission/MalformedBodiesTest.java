package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spoilt reviews over TLS, by the thousand, to the program as it is shipped. {@code -Dfuzz.bodies} says how many
 * ({@code make fuzz}: 100 000), {@code -Dfuzz.seed} which.
 */
class MalformedBodiesTest {
    private static final int BODIES = Integer.getInteger("fuzz.bodies", 2_000);
    private static final long SEED = Long.getLong("fuzz.seed", 20260101);
    private static final int ROUNDS = 10;
    private static final int PER_ROUND = BODIES / ROUNDS;
    private static final int CLIENTS = 8;

    /** Less says nothing about a server that is still compiling itself. */
    private static final int BODIES_FOR_RESIDENT = 50_000;

    private static final long HEAP_NOISE_MIB = 8;
    private static final long RESIDENT_NOISE_MIB = 64;

    private final MalformedBodies bodies = new MalformedBodies();
    private final Map<Integer, Integer> statuses = new TreeMap<>();

    @Test
    void nothingBreaksTheServerAndNothingStaysInIt(@TempDir Path folder) throws Exception {
        Assumptions.assumeTrue(PackagedWebhook.exists(), "not packaged; 'make build' does it");
        try (PackagedWebhook webhook = new PackagedWebhook(folder)) {
            Client client = new Client(webhook.url(), webhook.authority());
            List<Long> heap = new ArrayList<>();
            List<Long> resident = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                send(client, round);
                double seconds = (System.nanoTime() - start) / 1e9;
                heap.add(webhook.heapMib());
                resident.add(webhook.residentMib());
                System.out.printf(
                        "malformed bodies: %,7d of %,d  %,6.0f/s  answers %s  heap %d MiB  resident %d MiB%n",
                        (round + 1) * PER_ROUND,
                        BODIES,
                        PER_ROUND / seconds,
                        statuses,
                        heap.getLast(),
                        resident.getLast());
            }
            assertTrue(statuses.getOrDefault(200, 0) > 0 && statuses.getOrDefault(400, 0) > 0, statuses::toString);
            assertEquals(
                    List.of(),
                    webhook.log()
                            .lines()
                            .filter(line -> line.contains("event=defect"))
                            .toList());
            assertTrue(heap.getLast() <= heap.get(1) + HEAP_NOISE_MIB, () -> "heap in MiB: " + heap);
            if (BODIES >= BODIES_FOR_RESIDENT) {
                assertTrue(
                        resident.getLast() <= resident.get(1) + RESIDENT_NOISE_MIB,
                        () -> "resident in MiB: " + resident);
            }
        }
    }

    private void send(Client client, int round) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Map<Integer, Integer>>> parts = new ArrayList<>();
            for (int part = 0; part < CLIENTS; part++) {
                long seed = SEED + (long) round * CLIENTS + part;
                parts.add(clients.submit(() -> send(client, new Random(seed), PER_ROUND / CLIENTS)));
            }
            for (Future<Map<Integer, Integer>> part : parts) {
                part.get().forEach((status, count) -> statuses.merge(status, count, Integer::sum));
            }
        }
    }

    private Map<Integer, Integer> send(Client client, Random random, int count) throws Exception {
        Map<Integer, Integer> answers = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            byte[] body = bodies.next(random);
            HttpResponse<String> answer = client.post(body);
            if (answer.statusCode() == 200) {
                JsonNode response = Client.JSON.readTree(answer.body()).path("response");
                assertTrue(response.path("allowed").isBoolean(), answer.body());
                assertTrue(response.at("/status/code").asInt() < 500, answer.body());
            } else {
                assertTrue(
                        answer.statusCode() >= 400 && answer.statusCode() < 500,
                        () -> answer.statusCode() + " " + answer.body() + " to "
                                + new String(body, java.nio.charset.StandardCharsets.UTF_8));
                assertEquals(1, answer.body().lines().count(), answer.body());
            }
            answers.merge(answer.statusCode(), 1, Integer::sum);
        }
        return answers;
    }
}
