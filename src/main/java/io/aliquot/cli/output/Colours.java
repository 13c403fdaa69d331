package io.aliquot.cli.output;

/**
 * Colours for a terminal.
 *
 * @param on whether the reader is a terminal; without one every text stays as it is
 */
public record Colours(boolean on) {
    String red(String text) {
        return paint("31", text);
    }

    String green(String text) {
        return paint("32", text);
    }

    String yellow(String text) {
        return paint("33", text);
    }

    String cyan(String text) {
        return paint("36", text);
    }

    String bold(String text) {
        return paint("1", text);
    }

    private String paint(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
