/** Admission reviews over HTTP: bytes in, bytes out, and nothing but JSON trees in between. */
@NullMarked
package io.aliquot.admission;

import org.jspecify.annotations.NullMarked;
