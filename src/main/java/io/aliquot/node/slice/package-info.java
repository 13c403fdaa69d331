/** ResourceSlices: what the scheduler may give out of this node. */
@NullMarked
package io.aliquot.node.slice;

import org.jspecify.annotations.NullMarked;
