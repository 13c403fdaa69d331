/**
 * From the old words to claims: a pure function on the JSON tree of a Pod. No IO, clock, randomness, environment or
 * logger; a test enforces the imports.
 */
@NullMarked
package io.aliquot.rewrite;

import org.jspecify.annotations.NullMarked;
