/** What the TLS port shows: the pair in the certificate's files, looked at while the server runs. */
@NullMarked
package io.aliquot.tls.serving;

import org.jspecify.annotations.NullMarked;
