/** How the command line shows what it found. */
@NullMarked
package io.aliquot.cli.output;

import org.jspecify.annotations.NullMarked;
