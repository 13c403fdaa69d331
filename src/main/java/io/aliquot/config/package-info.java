/** The mapping file, read and validated into the model. */
@NullMarked
package io.aliquot.config;

import org.jspecify.annotations.NullMarked;
