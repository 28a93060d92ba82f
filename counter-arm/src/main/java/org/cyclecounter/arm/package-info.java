/** Cycle counters of ARM processors, one file per counter. */
package org.cyclecounter.arm;
