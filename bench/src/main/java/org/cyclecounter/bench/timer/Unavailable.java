// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

/** Thrown if a subtimer does not initialise here; the message is the reason. */
public final class Unavailable extends Exception {

  private static final long serialVersionUID = 1;

  private final boolean unknown;

  public Unavailable(String reason) {
    this(reason, false);
  }

  /** Creates an exception; unknown is a name that no subtimer has, most likely a typo. */
  Unavailable(String reason, boolean unknown) {
    super(reason);
    this.unknown = unknown;
  }

  public boolean isUnknown() {
    return unknown;
  }
}
