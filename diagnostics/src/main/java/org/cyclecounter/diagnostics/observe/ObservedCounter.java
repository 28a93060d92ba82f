// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import org.cyclecounter.CycleCounter;

/**
 * A counter to be observed, by its name in the report.
 *
 * @param name its name, which the counter no longer has once it has been lost
 * @param counter the counter, which is not closed
 */
public record ObservedCounter(String name, CycleCounter counter) {}
