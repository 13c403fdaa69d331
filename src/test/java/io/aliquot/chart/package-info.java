/** The chart, rendered by the real helm 3 and 4. */
@NullMarked
package io.aliquot.chart;

import org.jspecify.annotations.NullMarked;
