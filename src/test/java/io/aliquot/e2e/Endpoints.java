package io.aliquot.e2e;

import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Puts a process of this machine behind a Service. The API server takes no loopback address for this. */
final class Endpoints {
    private Endpoints() {}

    static void add(KubernetesClient admin, String namespace, String service, int port) {
        admin.resource(new EndpointSliceBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(service + "-" + port)
                        .addToLabels("kubernetes.io/service-name", service)
                        .endMetadata()
                        .withAddressType("IPv4")
                        .addNewEndpoint()
                        .addToAddresses(address())
                        .withNewConditions()
                        .withReady(true)
                        .endConditions()
                        .endEndpoint()
                        .addNewPort()
                        .withName("https")
                        .withPort(port)
                        .withProtocol("TCP")
                        .endPort()
                        .build())
                .serverSideApply();
    }

    /** An address of this machine that is not a loopback. */
    static String address() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(Inet4Address.class::isInstance)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("this machine has no address but loopback"))
                    .getHostAddress();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }
}
