package io.aliquot.node.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.aliquot.model.Sha256;
import io.aliquot.node.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HexFormat;

/** {@code checkpoint.json}: version, checksum, claims. */
public final class CheckpointFile {
    static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper().registerModule(new Jdk8Module());
    private final Path file;

    public CheckpointFile(Path file) {
        this.file = file;
    }

    public Stored read() throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new Stored.Absent();
        }
        try {
            return read(JSON.readTree(bytes));
        } catch (IOException e) {
            return new Stored.Unreadable("not JSON of a checkpoint: " + e.getMessage());
        }
    }

    private static Stored read(JsonNode root) throws JsonProcessingException {
        int version = root.path("version").asInt(-1);
        if (version > VERSION) {
            return new Stored.Newer(version);
        }
        if (version != VERSION) {
            return new Stored.Unreadable("version " + root.path("version") + " is not " + VERSION);
        }
        JsonNode claims = root.path("claims");
        if (!checksum(claims).equals(root.path("checksum").asText())) {
            return new Stored.Unreadable("the checksum does not match");
        }
        ObjectNode content = JSON.createObjectNode();
        content.set("claims", claims);
        return new Stored.Found(JSON.treeToValue(content, Checkpoint.class));
    }

    public void write(Checkpoint checkpoint) throws IOException {
        JsonNode claims = JSON.valueToTree(checkpoint.claims());
        ObjectNode root = JSON.createObjectNode();
        root.put("version", VERSION);
        root.put("checksum", checksum(claims));
        root.set("claims", claims);
        WholeFile.write(file, JSON.writeValueAsBytes(root), "rw-------");
    }

    /** Keeps an unreadable file for a person to look at. */
    public Path setAside() throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".unreadable");
        return Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Removes what killed drivers have not finished. */
    public void sweep(Instant now) throws IOException {
        WholeFile.sweep(WholeFile.folderOf(file), now);
    }

    private static String checksum(JsonNode claims) throws JsonProcessingException {
        return "sha256:" + HexFormat.of().formatHex(Sha256.of(JSON.writeValueAsBytes(claims)));
    }
}
