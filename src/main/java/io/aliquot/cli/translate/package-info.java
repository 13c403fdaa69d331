/** From the objects of a manifest to what they become. */
@NullMarked
package io.aliquot.cli.translate;

import org.jspecify.annotations.NullMarked;
