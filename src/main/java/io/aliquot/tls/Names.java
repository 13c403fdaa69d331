package io.aliquot.tls;

import java.net.InetAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;

/** The hosts that a certificate is for. */
public final class Names {
    private static final Pattern ADDRESS =
            Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");

    private Names() {}

    static GeneralNames general(List<String> names) {
        return new GeneralNames(names.stream().map(Names::general).toArray(GeneralName[]::new));
    }

    private static GeneralName general(String name) {
        boolean address = ADDRESS.matcher(name).matches();
        return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name);
    }

    /** The alternative names of {@code certificate}, in the spelling of {@link #sorted}. */
    public static SortedSet<String> of(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> entries = certificate.getSubjectAlternativeNames();
        List<String> names = new ArrayList<>();
        for (List<?> entry : entries == null ? List.<List<?>>of() : entries) {
            names.add(String.valueOf(entry.get(1)));
        }
        return sorted(names);
    }

    /** Names without order; addresses in the spelling of the JDK. */
    public static SortedSet<String> sorted(List<String> names) {
        SortedSet<String> sorted = new TreeSet<>();
        names.forEach(name -> sorted.add(
                ADDRESS.matcher(name).matches() ? InetAddress.ofLiteral(name).getHostAddress() : name));
        return sorted;
    }
}
