/** What only one replica does. */
@NullMarked
package io.aliquot.claims.leader;

import org.jspecify.annotations.NullMarked;
