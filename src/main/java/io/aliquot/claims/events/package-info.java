/** Events for people. */
@NullMarked
package io.aliquot.claims.events;

import org.jspecify.annotations.NullMarked;
