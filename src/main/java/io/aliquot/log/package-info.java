/** How events are written: one line, key=value, safe whatever the values hold. */
@NullMarked
package io.aliquot.log;

import org.jspecify.annotations.NullMarked;
