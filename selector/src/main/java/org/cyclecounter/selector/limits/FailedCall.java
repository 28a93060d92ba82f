// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

/**
 * Names the third party's method that threw; its exception is the cause. Has no stack trace: that
 * of the cause names the provider's line, and this one is looked through ({@code Reasons.of}).
 */
public final class FailedCall extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String call;

  /** Names a call, such as {@code "bits()"}, and its exception. */
  public FailedCall(String call, Throwable cause) {
    super(null, cause, false, false);
    this.call = call;
  }

  /** Returns the name of the method, such as {@code "bits()"}. */
  public String call() {
    return call;
  }
}
