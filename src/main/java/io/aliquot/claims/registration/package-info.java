/** Which pods the API server sends: the webhook's own registration follows the mapping. */
@NullMarked
package io.aliquot.claims.registration;

import org.jspecify.annotations.NullMarked;
