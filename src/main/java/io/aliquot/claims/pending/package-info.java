/** Why a pod waits for a card, with numbers: Kubernetes itself only says that claims cannot be allocated. */
@NullMarked
package io.aliquot.claims.pending;

import org.jspecify.annotations.NullMarked;
