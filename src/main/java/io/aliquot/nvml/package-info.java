/** The vendor's management library, called without any native code of our own. */
@NullMarked
package io.aliquot.nvml;

import org.jspecify.annotations.NullMarked;
