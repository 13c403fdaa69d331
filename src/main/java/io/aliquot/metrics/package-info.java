/** Every series that is exported: name, labels and help in one place. */
@NullMarked
package io.aliquot.metrics;

import org.jspecify.annotations.NullMarked;
