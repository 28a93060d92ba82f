// SPDX-License-Identifier: Apache-2.0
/** Cycle counters of RISC-V processors: one class and one C file for each instruction or event. */
package org.cyclecounter.riscv;
