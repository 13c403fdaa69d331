@NullMarked
package io.aliquot.tls;

import org.jspecify.annotations.NullMarked;
