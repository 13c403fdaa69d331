package io.aliquot.admission;

import io.aliquot.model.Outcome;

/**
 * A verdict with the words under which it is counted.
 *
 * @param outcome label {@code outcome}
 * @param reason label {@code reason}
 */
record Judgement(Verdict verdict, String outcome, String reason) {
    static final String NO_REASON = "none";

    static Judgement of(Verdict verdict, Outcome outcome) {
        return new Judgement(verdict, outcome.label(), NO_REASON);
    }
}
