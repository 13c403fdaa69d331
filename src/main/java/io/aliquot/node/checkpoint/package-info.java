/** What the driver remembers over its own death. */
@NullMarked
package io.aliquot.node.checkpoint;

import org.jspecify.annotations.NullMarked;
