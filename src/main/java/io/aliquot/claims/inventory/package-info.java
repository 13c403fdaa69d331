/** What ResourceSlices and ResourceClaims say about cards and who has how much of them; nothing but reading. */
@NullMarked
package io.aliquot.claims.inventory;

import org.jspecify.annotations.NullMarked;
