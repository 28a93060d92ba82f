// SPDX-License-Identifier: Apache-2.0
/**
 * JMH's results in cycles: {@code -prof org.cyclecounter.bench.jmh.CycleCounterProfiler}.
 *
 * <p>JMH is optional: without it on the path, no class of this package is loaded.
 */
@NullMarked
package org.cyclecounter.bench.jmh;

import org.jspecify.annotations.NullMarked;
