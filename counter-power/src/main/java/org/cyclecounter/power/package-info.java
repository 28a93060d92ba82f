/** Cycle counters of POWER processors. */
package org.cyclecounter.power;
