package org.cyclecounter;

/** What a counter counts: numbers of two kinds cannot be compared. */
public enum Counted {
  /** The cycles of the cores that the calling thread runs on, without those in the kernel. */
  USER_CYCLES("core cycles in user mode"),
  /** The cycles of the cores, those in the kernel included. */
  CORE_CYCLES("core cycles in user mode and in the kernel"),
  /** The ticks of a clock that runs at a constant rate, whatever the core's frequency. */
  TICKS("ticks of a constant-rate clock"),
  /** Time, times the processor's estimated frequency. */
  TIME("time");

  private final String words;

  Counted(String words) {
    this.words = words;
  }

  /** In words, such as {@code core cycles in user mode}. */
  @Override
  public String toString() {
    return words;
  }
}
