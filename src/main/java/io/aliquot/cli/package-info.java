@NullMarked
package io.aliquot.cli;

import org.jspecify.annotations.NullMarked;
