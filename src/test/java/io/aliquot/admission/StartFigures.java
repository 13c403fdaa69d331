package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.chart.ImageOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start to ready, and the memory under load, as the image runs with the chart's limit. Prints; {@code make bench-start}. */
class StartFigures {
    private static final int STARTS = 5;
    private static final int AT_ONCE = 500;
    private static final int REVIEWS = 20 * AT_ONCE;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void print() throws Exception {
        String options = ImageOptions.ofTheWebhook();
        List<Long> starts = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            long begin = System.nanoTime();
            try (PackagedWebhook webhook =
                    new PackagedWebhook(Files.createDirectory(folder.resolve("run" + i)), options)) {
                starts.add((System.nanoTime() - begin) / 1_000_000);
                if (i == STARTS - 1) {
                    underLoad(webhook);
                }
            }
        }
        Collections.sort(starts);
        System.out.printf(
                "start to ready: median %d ms of %s (goal 3000); load %s%n",
                starts.get(STARTS / 2),
                starts,
                Files.readString(Path.of("/proc/loadavg")).strip());
    }

    private static void underLoad(PackagedWebhook webhook) throws Exception {
        long before = webhook.residentMib();
        Client client = new Client(webhook.url(), webhook.authority());
        byte[] review = review();
        long good = 0;
        try (ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<HttpResponse<String>>> answers = IntStream.range(0, REVIEWS)
                    .mapToObj(i -> clients.submit(() -> client.post(review)))
                    .toList();
            for (Future<HttpResponse<String>> answer : answers) {
                good += answer.get().statusCode() == 200 ? 1 : 0;
            }
        }
        assertEquals(REVIEWS, good);
        System.out.printf(
                "resident: %d MiB when ready, %d MiB after %d reviews, %d at once (goal 192)%n",
                before, webhook.residentMib(), REVIEWS, AT_ONCE);
    }

    private static byte[] review() throws IOException {
        try (var stream = Objects.requireNonNull(
                StartFigures.class.getResourceAsStream("/reviews/pod-count-mem-cores.01-create.json"))) {
            return stream.readAllBytes();
        }
    }
}
