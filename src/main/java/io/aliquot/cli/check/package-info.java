/** Asks an installed webhook, as the API server does. */
@NullMarked
package io.aliquot.cli.check;

import org.jspecify.annotations.NullMarked;
