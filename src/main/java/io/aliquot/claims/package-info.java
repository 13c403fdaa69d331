@NullMarked
package io.aliquot.claims;

import org.jspecify.annotations.NullMarked;
