/** ResourceQuotas on legacy names, which Kubernetes itself no longer counts once they have left the pod. */
@NullMarked
package io.aliquot.claims.quota;

import org.jspecify.annotations.NullMarked;
