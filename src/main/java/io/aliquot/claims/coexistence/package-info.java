/** Other systems that would handle the same pods or the same cards. */
@NullMarked
package io.aliquot.claims.coexistence;

import org.jspecify.annotations.NullMarked;
