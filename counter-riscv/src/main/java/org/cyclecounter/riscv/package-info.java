/** Cycle counters of RISC-V processors, one file per counter. */
package org.cyclecounter.riscv;
