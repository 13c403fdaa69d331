/** Tests on a real control plane; they start one and are not part of the plain test run. */
@NullMarked
package io.aliquot.e2e;

import org.jspecify.annotations.NullMarked;
