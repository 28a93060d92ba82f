package org.cyclecounter.selector.limits;

/** Says which of a third party's methods threw; what it threw is the cause. */
public final class FailedCall extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String call;

  /**
   * Names a call.
   *
   * @param call such as {@code "open()"}
   * @param cause what it threw
   */
  public FailedCall(String call, Throwable cause) {
    super(null, cause, false, false);
    this.call = call;
  }

  /**
   * The method that was called.
   *
   * @return such as {@code "open()"}
   */
  public String call() {
    return call;
  }
}
