/**
 * A certificate and a CA of the webhook's own, kept in a Secret that all replicas share: made, renewed and replaced
 * without a moment in which the API server trusts too little.
 */
@NullMarked
package io.aliquot.tls.own;

import org.jspecify.annotations.NullMarked;
