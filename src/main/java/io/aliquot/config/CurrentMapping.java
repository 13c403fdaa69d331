package io.aliquot.config;

import io.aliquot.log.LogLine;
import io.aliquot.metrics.Series;
import io.aliquot.model.Mapping;
import io.aliquot.model.Sha256;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * The mapping in use: read before the first review is answered, and again when its file changes. A file that is wrong
 * changes nothing.
 */
@Startup
@ApplicationScoped
public class CurrentMapping {
    private static final Logger LOG = Logger.getLogger(CurrentMapping.class);

    private final Series series;
    private final Optional<MappingWatch> watch;
    private final List<Consumer<MappingResult>> listeners = new CopyOnWriteArrayList<>();
    private volatile Mapping mapping;
    private volatile String fileHash;
    private volatile List<String> rejected = List.of();

    public CurrentMapping(Settings settings, Series series) {
        this.series = series;
        Optional<Path> file = settings.mapping();
        String text = file.map(CurrentMapping::text).orElseGet(MappingFile::defaultText);
        fileHash = Sha256.hex(text);
        mapping = switch (MappingFile.parse(text)) {
            case MappingResult.Valid valid -> valid.mapping();
            case MappingResult.Invalid invalid ->
                throw new IllegalArgumentException(file + ":\n" + String.join("\n", invalid.errors()));
        };
        inUse(file.map(Path::toString).orElse("built-in"));
        watch = file.map(path -> new MappingWatch(path, text, this::changed).start());
    }

    public Mapping mapping() {
        return mapping;
    }

    /** SHA-256 of the text that the mapping in use comes from, in hexadecimal; never newer than the mapping. */
    public String fileHash() {
        return fileHash;
    }

    /** Why the file as it is now is not in use; empty when it is. */
    public List<String> rejected() {
        return rejected;
    }

    /** {@code listener} hears of every later text of the file, once it is in use or rejected. */
    public void onChange(Consumer<MappingResult> listener) {
        listeners.add(listener);
    }

    private void changed(String text) {
        MappingResult result = MappingFile.parse(text);
        switch (result) {
            case MappingResult.Valid valid -> {
                mapping = valid.mapping();
                fileHash = Sha256.hex(text);
                rejected = List.of();
                series.configReload("accepted");
                inUse("reloaded");
            }
            case MappingResult.Invalid invalid -> {
                rejected = invalid.errors();
                series.configReload("rejected");
                LOG.warn(LogLine.event("mapping-rejected").with("errors", String.join("; ", invalid.errors())));
            }
        }
        listeners.forEach(listener -> listener.accept(result));
    }

    private void inUse(String file) {
        series.config(mapping.hash(), mapping.vendors().size());
        LOG.info(LogLine.event("mapping-read")
                .with("file", file)
                .with("hash", mapping.hash())
                .with("vendors", mapping.vendors().size()));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @PreDestroy
    void close() {
        watch.ifPresent(MappingWatch::close);
    }
}
