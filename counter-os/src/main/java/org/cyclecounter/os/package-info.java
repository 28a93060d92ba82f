// SPDX-License-Identifier: Apache-2.0
/** Cycle counters and clocks offered by operating systems; one C file for each that has C code. */
package org.cyclecounter.os;
