package org.cyclecounter.bench.timer;

/** A subtimer, or a timer, that does not initialise here; the message is the reason. */
public final class Unavailable extends Exception {

  private static final long serialVersionUID = 1;

  private final boolean unknown;

  Unavailable(String reason) {
    this(reason, false);
  }

  private Unavailable(String reason, boolean unknown) {
    super(reason);
    this.unknown = unknown;
  }

  /** Of a name that no subtimer has: most likely a typing error. */
  static Unavailable unknown(String reason) {
    return new Unavailable(reason, true);
  }

  boolean isUnknown() {
    return unknown;
  }
}
