package io.aliquot.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder is changed as a kubelet changes a mounted ConfigMap. */
class MappingWatchTest {
    private static final String FILE = "mapping.yaml";

    @TempDir
    private Path folder = Path.of("");

    private final BlockingQueue<MappingResult> heard = new LinkedBlockingQueue<>();

    /** A new folder with the text, and then the link {@code ..data} to it, put into place at once. */
    private void mount(String version, String text) throws IOException {
        Path target = Files.createDirectory(folder.resolve(".." + version));
        Files.writeString(target.resolve(FILE), text);
        Path link = folder.resolve("..data_tmp");
        Files.createSymbolicLink(link, target.getFileName());
        Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private MappingResult next() throws InterruptedException {
        MappingResult result = heard.poll(1, TimeUnit.MINUTES);
        assertNotNull(result, "the change is heard of");
        return result;
    }

    @Test
    void everyChangeOfAMountedConfigMapIsHeardOnceRightOrWrong() throws IOException, InterruptedException {
        String first = MappingFile.defaultText();
        mount("1", first);
        Path file = Files.createSymbolicLink(folder.resolve(FILE), Path.of("..data", FILE));
        try (MappingWatch watch = new MappingWatch(file, first, text -> heard.add(MappingFile.parse(text))).start()) {
            assertNotNull(watch);
            mount("2", first.replace("nvidia.com/gpumem", "example.com/mem"));
            MappingResult.Valid changed = assertInstanceOf(MappingResult.Valid.class, next());
            assertEquals(MappingFile.parse(first.replace("nvidia.com/gpumem", "example.com/mem")), changed);
            mount("3", "vendors: 3");
            assertInstanceOf(MappingResult.Invalid.class, next());
            mount("4", first);
            assertEquals(new MappingResult.Valid(MappingFile.defaults()), next());
            assertEquals(0, heard.size());
        }
    }

    @Test
    void aTextThatIsNoUtf8IsHeardOfAsWrong() throws IOException, InterruptedException {
        String first = MappingFile.defaultText();
        Path file = Files.writeString(folder.resolve(FILE), first);
        try (MappingWatch watch = new MappingWatch(file, first, text -> heard.add(MappingFile.parse(text))).start()) {
            assertNotNull(watch);
            Path latin =
                    Files.writeString(folder.resolve("latin"), "# f\u00fcr\n" + first, StandardCharsets.ISO_8859_1);
            Files.move(latin, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            assertEquals(
                    List.of("the file (line 1): is not UTF-8 text; save it as UTF-8"),
                    assertInstanceOf(MappingResult.Invalid.class, next()).errors());
        }
    }
}
