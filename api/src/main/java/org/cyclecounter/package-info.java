// SPDX-License-Identifier: Apache-2.0
/**
 * The API for programs that count cycles: a counter, and the report of its selection.
 *
 * <p>A worked example, with the selector on the path:
 *
 * <pre>{@code
 * CycleCounter counter = CpuCycles.counter();       // the best counter of this machine, selected once
 * long[] differences = new long[1000];
 * for (int i = 0; i < differences.length; i++) {
 *   long before = counter.start();                  // nothing before it moves into the region
 *   work();
 *   differences[i] = counter.stop() - before;       // nothing of the region moves out
 * }
 * Arrays.sort(differences);                         // the median filters out interrupts and migrations
 * System.out.println(differences[500] + " cycles by " + counter.implementation());
 * }</pre>
 *
 * <p>Readings are compared by subtraction only, and only within the counter's {@link Scope}. A
 * counter that is really a clock is scaled to the machine's estimated frequency; {@link
 * CounterReport#kind()} says which it is.
 */
@Export
@NullMarked
@Version("1.0.0")
package org.cyclecounter;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
