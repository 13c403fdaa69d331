@NullMarked
package io.aliquot.metrics;

import org.jspecify.annotations.NullMarked;
