// SPDX-License-Identifier: Apache-2.0
/** What a read costs, and what it costs elsewhere. {@code itest/jmh/run} runs all benchmarks. */
package org.cyclecounter.itest.jmh;
