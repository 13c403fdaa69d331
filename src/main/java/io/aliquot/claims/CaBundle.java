package io.aliquot.claims;

import io.aliquot.tls.Authorities;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.function.Supplier;

/** The CA certificates of a file, as it is now. */
record CaBundle(Optional<Path> file) implements Supplier<Optional<Authorities>> {
    @Override
    public Optional<Authorities> get() {
        return file.map(path -> {
            try {
                return Authorities.ofPem(Files.readString(path));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(path + " has no CA certificates", e);
            }
        });
    }
}
