// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

/** A subtimer, or a timer, that does not initialise here; the message is the reason. */
public final class Unavailable extends Exception {

  private static final long serialVersionUID = 1;

  private final boolean unknown;

  public Unavailable(String reason) {
    this(reason, false);
  }

  /** Unknown is a name that no subtimer has: most likely a typing error. */
  Unavailable(String reason, boolean unknown) {
    super(reason);
    this.unknown = unknown;
  }

  public boolean isUnknown() {
    return unknown;
  }
}
