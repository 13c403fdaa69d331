/** Which cards this node can offer, and why not the others. */
@NullMarked
package io.aliquot.node.inventory;

import org.jspecify.annotations.NullMarked;
