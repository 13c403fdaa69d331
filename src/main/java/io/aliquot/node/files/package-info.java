/** Files on the host: the driver's own folder, and what containers get from it. */
@NullMarked
package io.aliquot.node.files;

import org.jspecify.annotations.NullMarked;
