// SPDX-License-Identifier: Apache-2.0
/**
 * Selects the counter if none is named. Timers, the command {@code measure} and JMH's profiler take
 * it from here, so this package uses no other of the module.
 */
package org.cyclecounter.bench.counter;
