/** Container Device Interface: what the vendor's specs offer, and the driver's own spec for each claim. */
@NullMarked
package io.aliquot.node.cdi;

import org.jspecify.annotations.NullMarked;
