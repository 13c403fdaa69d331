package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Selector;
import java.util.List;

/**
 * What the pod's annotations decide about the cards of one kind.
 *
 * @param selectors which cards may be used; all must hold
 * @param numaBind whether the cards of a container must share a NUMA node
 * @param mig whether a MIG device is to be used in place of a share
 * @param annotations the annotations that decided something, kept on the claim
 */
record Selection(List<Selector> selectors, boolean numaBind, boolean mig, ObjectNode annotations) {
    Selection {
        selectors = List.copyOf(selectors);
    }
}
