// SPDX-License-Identifier: Apache-2.0
/** Tests of a machine with a PMU, the simulated one of {@code itest/src/emulate/pmu}. */
package org.cyclecounter.itest.pmu;
