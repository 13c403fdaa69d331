/** The sockets between the kubelet and the driver: registration, prepare and unprepare, health. */
@NullMarked
package io.aliquot.node.kubelet;

import org.jspecify.annotations.NullMarked;
