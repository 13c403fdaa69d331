/** What is wrong with a manifest as a whole and cannot be seen in any one Pod. */
@NullMarked
package io.aliquot.cli.scan;

import org.jspecify.annotations.NullMarked;
