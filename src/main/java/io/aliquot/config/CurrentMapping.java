package io.aliquot.config;

import io.aliquot.log.LogLine;
import io.aliquot.metrics.Series;
import io.aliquot.model.Mapping;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.logging.Logger;

/** The mapping in use: read once, before the first review is answered. */
@Startup
@ApplicationScoped
public class CurrentMapping {
    private static final Logger LOG = Logger.getLogger(CurrentMapping.class);

    private final Mapping mapping;

    public CurrentMapping(Settings settings, Series series) {
        mapping = settings.mapping().map(CurrentMapping::read).orElseGet(MappingFile::defaults);
        series.config(mapping.hash(), mapping.vendors().size());
        LOG.info(LogLine.event("mapping-read")
                .with("file", settings.mapping().map(Path::toString).orElse("built-in"))
                .with("hash", mapping.hash())
                .with("vendors", mapping.vendors().size()));
    }

    public Mapping mapping() {
        return mapping;
    }

    private static Mapping read(Path file) {
        try {
            return switch (MappingFile.parse(Files.readString(file))) {
                case MappingResult.Valid valid -> valid.mapping();
                case MappingResult.Invalid invalid ->
                    throw new IllegalArgumentException(file + ":\n" + String.join("\n", invalid.errors()));
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
