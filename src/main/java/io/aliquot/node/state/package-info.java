/** What a claim becomes on this node, as pure functions: no file, clock, client or socket. */
@NullMarked
package io.aliquot.node.state;

import org.jspecify.annotations.NullMarked;
