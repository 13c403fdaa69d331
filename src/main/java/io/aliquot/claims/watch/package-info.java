/** What the cluster holds, kept by informers, so that reviews need no request to the API server. */
@NullMarked
package io.aliquot.claims.watch;

import org.jspecify.annotations.NullMarked;
