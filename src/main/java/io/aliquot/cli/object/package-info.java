/** Objects of a manifest and the pods inside them. */
@NullMarked
package io.aliquot.cli.object;

import org.jspecify.annotations.NullMarked;
