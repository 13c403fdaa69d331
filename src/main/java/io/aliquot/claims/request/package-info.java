/** What claims ask for, read from their specs. */
@NullMarked
package io.aliquot.claims.request;

import org.jspecify.annotations.NullMarked;
