// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

/**
 * Thrown when a counter is lost in use: a kernel setting changed, a module was unloaded, or other
 * events took the hardware counter. The selector continues with the next best counter.
 *
 * <p>It has no stack trace, and its class is loaded when a source is opened: a thread that has just
 * lost its counter may be unable to load a class.
 *
 * @since 0.1.0
 */
public final class CounterLostException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * Says why.
   *
   * @param reason one sentence that names the cause and, if there is one, the remedy
   */
  public CounterLostException(String reason) {
    super(reason);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
