/** What containers use of their shares, and who uses a shared card without a limit. */
@NullMarked
package io.aliquot.node.usage;

import org.jspecify.annotations.NullMarked;
