@NullMarked
package io.aliquot.admission;

import org.jspecify.annotations.NullMarked;
