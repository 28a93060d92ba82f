// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import org.cyclecounter.CycleCounter;

/** A counter to be observed, by its name in the report. */
public record ObservedCounter(String name, CycleCounter counter, double nanosPerRead) {}
