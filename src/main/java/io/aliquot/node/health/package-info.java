/** Health and metrics of the driver over HTTP. */
@NullMarked
package io.aliquot.node.health;

import org.jspecify.annotations.NullMarked;
