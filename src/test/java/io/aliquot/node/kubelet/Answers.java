package io.aliquot.node.kubelet;

import java.util.Map;
import java.util.Set;

/** The answers to one call, by claim uid. */
record Answers<T>(Map<String, T> all) {
    T of(String uid) {
        T answer = all.get(uid);
        if (answer == null) {
            throw new AssertionError("no answer for " + uid + " in " + all.keySet());
        }
        return answer;
    }

    Set<String> uids() {
        return all.keySet();
    }
}
