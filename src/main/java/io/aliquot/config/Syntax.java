package io.aliquot.config;

import io.aliquot.model.DnsName;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The kinds of names in a mapping file. Each check gives what is wrong, or nothing. */
enum Syntax {
    /** A name of an entry or a mode. */
    LABEL {
        @Override
        Optional<String> problem(String text) {
            return unless(DnsName.isLabel(text), "write lower-case letters, digits and '-', at most 63");
        }
    },
    /** A DeviceClass or a scheduler. */
    SUBDOMAIN {
        @Override
        Optional<String> problem(String text) {
            return unless(DnsName.isSubdomain(text, 253), "write a DNS subdomain such as gpu.example.com");
        }
    },
    /** A DRA driver. */
    DRIVER {
        @Override
        Optional<String> problem(String text) {
            return unless(
                    DnsName.isSubdomain(text, 63),
                    "write a DNS subdomain of at most 63 characters such as gpu.example.com");
        }
    },
    /** An attribute or capacity: it becomes part of CEL expressions. */
    IDENTIFIER {
        @Override
        Optional<String> problem(String text) {
            return unless(
                    matches(C_IDENTIFIER, text) && !CEL_RESERVED.contains(text),
                    "write a CEL identifier: letters, digits and '_', at most 32, no reserved word");
        }
    },
    /** An attribute with its domain. */
    QUALIFIED_ATTRIBUTE {
        @Override
        Optional<String> problem(String text) {
            int slash = text.indexOf('/');
            boolean right = slash > 0
                    && DnsName.isSubdomain(text.substring(0, slash), 63)
                    && IDENTIFIER.problem(text.substring(slash + 1)).isEmpty();
            return unless(right, "write domain/attribute such as resource.kubernetes.io/numaNode");
        }
    },
    /** An annotation or label. */
    QUALIFIED {
        @Override
        Optional<String> problem(String text) {
            return unless(
                    isQualified(text),
                    "write a qualified name such as example.com/name, each part of letters, digits, '-', '_', '.'");
        }
    },
    /** An extended resource: only those may leave a pod without anyone missing them. */
    RESOURCE {
        @Override
        Optional<String> problem(String text) {
            if (!text.contains("/")) {
                return Optional.of("is not an extended resource; write domain/name such as example.com/gpu");
            }
            String domain = text.substring(0, text.indexOf('/')).toLowerCase(Locale.ROOT);
            if (domain.equals("kubernetes.io") || domain.endsWith(".kubernetes.io") || domain.startsWith("requests.")) {
                return Optional.of("belongs to Kubernetes itself; write a name of a vendor's domain");
            }
            return QUALIFIED.problem(text);
        }
    },
    /** What stands before a product name. */
    TYPE_PREFIX {
        @Override
        Optional<String> problem(String text) {
            return unless(
                    text.matches("[A-Za-z0-9_-]{0,32}"),
                    "write letters, digits, '_' and '-', at most 32, such as NVIDIA");
        }
    },
    /** An environment variable. */
    VARIABLE {
        @Override
        Optional<String> problem(String text) {
            return unless(
                    text.matches("[A-Za-z_][A-Za-z0-9_]{0,127}"),
                    "write letters, digits and '_' such as CUDA_TASK_PRIORITY");
        }
    };

    private static final Pattern C_IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,31}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final Set<String> CEL_RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    /** What is wrong with {@code text} and what to write instead; empty when it is right. */
    abstract Optional<String> problem(String text);

    private static Optional<String> unless(boolean right, String advice) {
        return right ? Optional.empty() : Optional.of(advice);
    }

    private static boolean matches(Pattern pattern, String text) {
        return pattern.matcher(text).matches();
    }

    private static boolean isQualified(String text) {
        int slash = text.indexOf('/');
        boolean domain = slash < 0 || DnsName.isSubdomain(text.substring(0, slash), 253);
        return domain && matches(NAME, text.substring(slash + 1));
    }
}
