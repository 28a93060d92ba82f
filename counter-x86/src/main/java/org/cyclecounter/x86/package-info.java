/** Cycle counters of x86 processors, one file per counter, with its C code beside it. */
package org.cyclecounter.x86;
