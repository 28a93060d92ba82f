// SPDX-License-Identifier: Apache-2.0
/** Cycle counters of ARM processors, one file per counter. */
package org.cyclecounter.arm;
