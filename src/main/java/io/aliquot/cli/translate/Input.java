package io.aliquot.cli.translate;

import io.aliquot.cli.yaml.Document;
import io.aliquot.cli.yaml.Documents;
import io.aliquot.cli.yaml.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of the command line.
 *
 * @param name as given there, {@code -} for standard input
 * @param standardInput what {@code -} reads
 */
public record Input(String name, InputStream standardInput) {
    private static final String STANDARD_INPUT = "-";

    /** Checks that every file can be read before anything is done; adds to {@code errors} for those that cannot. */
    public static List<Input> check(List<String> names, InputStream standardInput, List<String> errors) {
        List<Input> inputs = new ArrayList<>();
        if (names.stream().filter(STANDARD_INPUT::equals).count() > 1) {
            errors.add("- stands for standard input, which can be read once only; name it once");
        }
        for (String name : names) {
            Input input = new Input(name, standardInput);
            try {
                if (!name.equals(STANDARD_INPUT)) {
                    input.open().close();
                }
                inputs.add(input);
            } catch (IOException | InvalidPathException e) {
                errors.add(name + ": " + sentence(e));
            }
        }
        return inputs;
    }

    /** The objects in it, and what could not be read, in the order of writing. */
    public List<Item> items() {
        try (InputStream stream = open()) {
            List<Item> items = new ArrayList<>();
            for (Document document : Documents.read(stream)) {
                switch (document) {
                    case Document.Parsed parsed -> items.addAll(Items.of(name, parsed));
                    case Document.Broken broken -> items.add(Item.broken(name, broken));
                }
            }
            return items;
        } catch (Unreadable e) {
            return List.of(Item.broken(name, new Document.Broken(1, 0, e.getMessage())));
        } catch (IOException e) {
            return List.of(Item.broken(name, new Document.Broken(1, 0, sentence(e))));
        }
    }

    /** Why a file cannot be read. */
    public static String sentence(Exception e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no such file";
            case AccessDeniedException denied -> "may not be read";
            case CharacterCodingException coding -> "is not UTF-8 text";
            case FileSystemException other -> String.valueOf(other.getReason());
            default -> "cannot be read (" + e.getMessage() + ")";
        };
    }

    private InputStream open() throws IOException {
        if (name.equals(STANDARD_INPUT)) {
            return standardInput;
        }
        Path path = Path.of(name);
        if (Files.isDirectory(path)) {
            throw new FileSystemException(name, null, "is a directory; name the files in it");
        }
        return Files.newInputStream(path);
    }
}
