// SPDX-License-Identifier: Apache-2.0
/** What a machine with a PMU shows, on the simulated one of {@code itest/src/emulate/pmu}. */
package org.cyclecounter.itest.pmu;
