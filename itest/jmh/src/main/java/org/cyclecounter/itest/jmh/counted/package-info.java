// SPDX-License-Identifier: Apache-2.0
/** Benchmarks whose instructions are counted, or cannot be. */
package org.cyclecounter.itest.jmh.counted;
