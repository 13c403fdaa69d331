/** The node driver: a DRA kubelet plugin that publishes the cards of a node and prepares claims for containers. */
@NullMarked
package io.aliquot.node;

import org.jspecify.annotations.NullMarked;
