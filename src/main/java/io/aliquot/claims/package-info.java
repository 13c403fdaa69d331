/** The only code that writes ResourceClaimTemplates, and everything that talks to the API server. */
@NullMarked
package io.aliquot.claims;

import org.jspecify.annotations.NullMarked;
