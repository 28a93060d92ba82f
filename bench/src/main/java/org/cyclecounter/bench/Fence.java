// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

/**
 * The separation of a region from the code around it.
 *
 * @since 0.1.0
 */
public enum Fence {

  /**
   * The counter's own ordered reads: on x86 LFENCE;RDTSC and RDTSCP;LFENCE, on Arm after ISB, on
   * Power after isync; every family's instructions are named beside its counters. Cheap, and
   * sufficient to execute all code before a reading; its stores may still be on their way to
   * memory.
   */
  COUNTER,

  /**
   * CPUID;RDTSC at the start and RDTSCP;CPUID at the end, as Intel's paper on benchmarking and
   * gotsc do: CPUID also waits for stores and discards prefetched instructions. Only for the x86
   * time-stamp counters. In most virtual machines CPUID is emulated and costs microseconds each
   * time, which lie outside the region but disturb caches and branch predictors.
   */
  CPUID
}
