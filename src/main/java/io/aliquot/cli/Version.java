package io.aliquot.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote next to this class. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"aliquot " + number(), "Java " + Runtime.version()};
    }

    private static String number() {
        Properties properties = new Properties();
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
