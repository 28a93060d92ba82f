package org.cyclecounter.bench;

/** What keeps the code around a region out of it, and the region's own code in. */
public enum Fence {

  /**
   * The counter's own ordered reads: on x86 LFENCE;RDTSC and RDTSCP;LFENCE, on Arm after ISB, on
   * Power after isync; every family's instructions are named beside its counters. Cheap, and enough
   * to have everything before a reading executed; what has been stored may still be on its way to
   * memory.
   */
  COUNTER,

  /**
   * CPUID;RDTSC at the start and RDTSCP;CPUID at the end, as Intel's paper on benchmarking and
   * gotsc do: CPUID also waits for stores and discards what the processor has fetched ahead. For
   * the time-stamp counters of x86 alone. In most virtual machines CPUID is emulated and costs
   * microseconds each time, which lie outside the region but disturb caches and branch predictors.
   */
  CPUID
}
