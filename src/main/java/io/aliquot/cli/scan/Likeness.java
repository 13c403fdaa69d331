package io.aliquot.cli.scan;

import java.util.Optional;
import java.util.Set;

/** Whether a name looks like a known one, misspelt. */
final class Likeness {
    private static final int FEW_EDITS = 2;
    private static final int LONG_PART = 6;

    private Likeness() {}

    /** The known name in the same domain that {@code name} looks like most, if it looks like any. */
    static Optional<String> closest(String name, Set<String> known) {
        return known.stream()
                .filter(candidate -> domain(candidate).equals(domain(name)))
                .filter(candidate -> alike(local(name), local(candidate)))
                .min((a, b) -> Integer.compare(edits(local(name), local(a)), edits(local(name), local(b))));
    }

    /** What stands before the slash. */
    static String domain(String name) {
        return name.substring(0, Math.max(0, name.indexOf('/')));
    }

    private static String local(String name) {
        return name.substring(name.indexOf('/') + 1);
    }

    private static boolean alike(String a, String b) {
        boolean longEnough = Math.min(a.length(), b.length()) >= LONG_PART;
        return longEnough && (edits(a, b) <= FEW_EDITS || commonPart(a, b) >= LONG_PART);
    }

    /** Levenshtein's distance. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    private static int commonPart(String a, String b) {
        int longest = 0;
        int[] row = new int[b.length() + 1];
        for (int i = 1; i <= a.length(); i++) {
            for (int j = b.length(); j > 0; j--) {
                row[j] = a.charAt(i - 1) == b.charAt(j - 1) ? row[j - 1] + 1 : 0;
                longest = Math.max(longest, row[j]);
            }
        }
        return longest;
    }
}
