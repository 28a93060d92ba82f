package org.cyclecounter.spi;

import org.jspecify.annotations.Nullable;

/** A counter cannot be used on this machine; the message says why, for people. */
public final class CounterUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Says why.
   *
   * @param reason one sentence that names the cause and, where there is one, the mend
   */
  public CounterUnavailableException(String reason) {
    super(reason);
  }

  /**
   * Says why, with the failure behind it.
   *
   * @param reason one sentence that names the cause and, where there is one, the mend
   * @param cause the failure behind it
   */
  public CounterUnavailableException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
  }
}
