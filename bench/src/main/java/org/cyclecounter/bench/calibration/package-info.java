// SPDX-License-Identifier: Apache-2.0
/** The cost of the harness. */
package org.cyclecounter.bench.calibration;
