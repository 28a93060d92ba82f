// SPDX-License-Identifier: Apache-2.0
/** Cycle counters and clocks offered by operating systems, one file per counter. */
package org.cyclecounter.os;
