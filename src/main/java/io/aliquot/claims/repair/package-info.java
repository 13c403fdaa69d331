/** Templates that were deleted before Kubernetes made a pod's claim from them are made again. */
@NullMarked
package io.aliquot.claims.repair;

import org.jspecify.annotations.NullMarked;
