// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

/** Says which of a third party's methods threw; what it threw is the cause. */
public final class FailedCall extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String call;

  /** Names a call, such as {@code "open()"}, and what it threw. */
  public FailedCall(String call, Throwable cause) {
    super(null, cause, false, false);
    this.call = call;
  }

  public String call() {
    return call;
  }
}
