/** Cycle counters of POWER processors, one file per counter. */
package org.cyclecounter.power;
