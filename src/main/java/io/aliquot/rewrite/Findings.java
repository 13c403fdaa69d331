package io.aliquot.rewrite;

import io.aliquot.model.Problem;
import io.aliquot.model.Warning;
import java.util.ArrayList;
import java.util.List;

/** What is found on the way through a pod, so that a user learns all of it at once. */
final class Findings {
    private final List<Problem> problems = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();

    void refuse(Problem.Reason reason, String path, String message) {
        problems.add(new Problem(reason, path, message));
    }

    void warn(String path, String message) {
        Warning warning = new Warning(path, message);
        if (!warnings.contains(warning)) {
            warnings.add(warning);
        }
    }

    boolean refused() {
        return !problems.isEmpty();
    }

    List<Problem> problems() {
        return problems;
    }

    List<Warning> warnings() {
        return warnings;
    }
}
