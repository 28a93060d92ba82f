// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks of a read, and of other libraries' reads. {@code itest/jmh/run} runs all benchmarks.
 */
package org.cyclecounter.itest.jmh;
