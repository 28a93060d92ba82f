/** Cycle counters of x86 processors, one file per counter, with its C code of the same name. */
package org.cyclecounter.x86;
