package io.aliquot.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.aliquot.model.Warning;
import java.util.List;

/** Fits warnings into what Kubernetes passes on: each at most 256 characters, 4096 together, no control character. */
final class Warnings {
    static final int LONGEST = 256;
    static final int ALL = 4096;

    /** Room for the sentence that counts the others. */
    private static final int RESERVE = 40;

    private Warnings() {}

    static void write(List<Warning> warnings, ArrayNode target) {
        List<String> texts = warnings.stream().map(Warnings::text).distinct().toList();
        int used = 0;
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            if (used + text.length() > ALL - RESERVE) {
                target.add("and " + (texts.size() - i) + " more warnings");
                return;
            }
            used += text.length();
            target.add(text);
        }
    }

    private static String text(Warning warning) {
        String text = warning.toString().replaceAll("\\p{Cntrl}", " ");
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 2)) ? LONGEST - 2 : LONGEST - 1;
        return text.substring(0, end) + "…";
    }
}
