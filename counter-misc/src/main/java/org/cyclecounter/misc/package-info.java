// SPDX-License-Identifier: Apache-2.0
/** Cycle counters of MIPS, s390x, SPARC and LoongArch processors, one C file per counter. */
package org.cyclecounter.misc;
