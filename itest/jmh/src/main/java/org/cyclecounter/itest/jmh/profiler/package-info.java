// SPDX-License-Identifier: Apache-2.0
/** What the profiler and the command {@code measure} are compared with the clock by. */
package org.cyclecounter.itest.jmh.profiler;
