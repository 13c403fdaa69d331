/** The serving certificate: issued by ourselves, or read to know when it expires. */
@NullMarked
package io.aliquot.tls;

import org.jspecify.annotations.NullMarked;
