package io.aliquot.e2e;

import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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

    /** The address from which this machine reaches others; nothing is sent to learn it. */
    static String address() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 9));
            return socket.getLocalAddress().getHostAddress();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }
}
