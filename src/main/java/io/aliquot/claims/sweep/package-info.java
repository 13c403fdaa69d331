/** Templates that no pod refers to any more go away. */
@NullMarked
package io.aliquot.claims.sweep;

import org.jspecify.annotations.NullMarked;
