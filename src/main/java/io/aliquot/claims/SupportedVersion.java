package io.aliquot.claims;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which releases of Kubernetes serve claims with capacity as they should. */
record SupportedVersion(int major, int minor) {
    private static final int FIRST_MINOR = 35;
    private static final int FIRST_WITH_COUNT = 36;
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,4})\\+?");

    /** Reads what {@code /version} says; some providers write a minor version as {@code 35+}. */
    static Optional<SupportedVersion> of(String major, String minor) {
        return number(major).flatMap(first -> number(minor).map(second -> new SupportedVersion(first, second)));
    }

    private static Optional<Integer> number(String text) {
        Matcher matcher = NUMBER.matcher(text);
        return matcher.matches() ? Optional.of(Integer.parseInt(matcher.group(1))) : Optional.empty();
    }

    private boolean isAtLeast(int first) {
        return major > 1 || minor >= first;
    }

    /** Whether the devices of one request with a count are different ones. */
    boolean givesDifferentCardsToOneRequest() {
        return isAtLeast(FIRST_WITH_COUNT);
    }

    @Override
    public String toString() {
        return "Kubernetes " + major + "." + minor;
    }

    /** What a person should know about this release; nothing for a supported one. */
    List<String> warnings() {
        return isAtLeast(FIRST_MINOR)
                ? List.of()
                : List.of(this + " is out of support: its scheduler does not try the next"
                        + " card when the first is full, and a claim that asks for two cards in one request ends it;"
                        + " upgrade to 1.35 with the feature gate DRAConsumableCapacity, or to 1.36");
    }
}
