// SPDX-License-Identifier: Apache-2.0
/** Cycle counters of POWER processors. */
package org.cyclecounter.power;
