/** Preparing and unpreparing claims: the order of reads, writes and locks around the pure planner. */
@NullMarked
package io.aliquot.node.prepare;

import org.jspecify.annotations.NullMarked;
