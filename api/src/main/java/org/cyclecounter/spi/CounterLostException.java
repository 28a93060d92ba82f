package org.cyclecounter.spi;

/**
 * A counter has been taken away while it was in use: a setting of the kernel has changed, a module
 * was unloaded, or other events took the hardware counter. Whoever chose the counter goes on with
 * the next best one.
 *
 * <p>It carries no stack trace, and its class is loaded when a source is opened: a thread whose
 * counter has just been taken away may not be able to load one.
 */
public final class CounterLostException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * Says why.
   *
   * @param reason one sentence that names the cause and, where there is one, the mend
   */
  public CounterLostException(String reason) {
    super(reason);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
