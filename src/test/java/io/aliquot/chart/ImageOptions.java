package io.aliquot.chart;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** How the image starts the JVM, for those who measure the program outside it. */
public final class ImageOptions {
    /** All but the cache, whose place is another here. */
    private static final Pattern OPTION = Pattern.compile("\"(-XX:(?!AOTCache=)[^\"]+|--[^\"]+)\"");

    private ImageOptions() {}

    /**
     * The options of the webhook with the chart's limit of 256Mi, which is what the JVM takes for the machine's memory; the
     * cache is the one that the build has made in {@code target}.
     */
    public static String ofTheWebhook() {
        List<String> options = OPTION.matcher(ChartCase.text(Path.of("Dockerfile.jvm")))
                .results()
                .map(MatchResult::group)
                .map(quoted -> quoted.substring(1, quoted.length() - 1))
                .toList();
        return "-XX:AOTCache=" + Path.of("target/webhook.aot").toAbsolutePath() + " -XX:MaxRAM=256m "
                + String.join(" ", options);
    }
}
