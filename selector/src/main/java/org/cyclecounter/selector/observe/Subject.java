package org.cyclecounter.selector.observe;

import org.cyclecounter.CycleCounter;

/**
 * A counter to be observed.
 *
 * @param name its name in the report
 * @param counter the counter
 * @param nanosPerRead what a read costs, in nanoseconds
 */
public record Subject(String name, CycleCounter counter, double nanosPerRead) {}
