// SPDX-License-Identifier: Apache-2.0
/** Compares the profiler and the command {@code measure} with the clock. */
package org.cyclecounter.itest.jmh.profiler;
