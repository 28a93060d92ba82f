// SPDX-License-Identifier: Apache-2.0
/**
 * Counts JMH's benchmarks: {@code -prof org.cyclecounter.instructions.jmh.InstructionProfiler}.
 *
 * <p>JMH is optional: without it on the path, no class of this package is loaded.
 */
@NullMarked
package org.cyclecounter.instructions.jmh;

import org.jspecify.annotations.NullMarked;
