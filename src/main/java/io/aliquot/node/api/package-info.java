/** What the node driver reads from the API server. */
@NullMarked
package io.aliquot.node.api;

import org.jspecify.annotations.NullMarked;
