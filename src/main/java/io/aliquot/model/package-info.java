/** The domain as records and sealed types; nothing but the JDK. */
@NullMarked
package io.aliquot.model;

import org.jspecify.annotations.NullMarked;
