// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

/**
 * Names the third party's method that threw; its exception is the cause. Has no stack trace: that
 * of the cause names the provider's line, and this one is looked through ({@code Reasons.of}).
 */
public final class FailedCall extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String call;

  private FailedCall(String call, Throwable cause) {
    super(null, cause, false, false);
    this.call = call;
  }

  /**
   * Names a call, such as {@code "bits()"}, and its exception. Returned as a {@link
   * RuntimeException}, because to throw this class the verifier would load it with each class that
   * does: cold start 15.
   */
  public static RuntimeException of(String call, Throwable cause) {
    Worker.Task.note(cause);
    return new FailedCall(call, cause);
  }

  /** Returns the name of the method, such as {@code "bits()"}. */
  public String call() {
    return call;
  }
}
