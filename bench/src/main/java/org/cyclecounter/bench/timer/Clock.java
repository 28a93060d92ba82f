package org.cyclecounter.bench.timer;

/**
 * A clock subtimer in use.
 *
 * @param name its name in the configuration
 * @param description what it is, for people
 * @param followsThread whether it stands still while the reading thread does not run
 * @param reading nanoseconds since an unspecified origin; {@link #UNREADABLE} or an exception when
 *     there is none
 */
record Clock(String name, String description, boolean followsThread, Reading reading) {

  static final long UNREADABLE = Long.MIN_VALUE;

  /** Reads the clock. */
  @FunctionalInterface
  interface Reading {
    long nanos();
  }
}
