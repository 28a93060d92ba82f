/**
 * JMH's results in cycles: {@code -prof org.cyclecounter.bench.jmh.CycleCounterProfiler}.
 *
 * <p>Nothing here is touched without JMH on the path, which is optional.
 */
package org.cyclecounter.bench.jmh;
