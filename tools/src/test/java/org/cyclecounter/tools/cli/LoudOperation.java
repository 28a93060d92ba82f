// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.concurrent.Callable;
import org.cyclecounter.constanttime.SecretOperation;

/** Throws, with a terminal's commands in the message of its cause, in all commands. */
public final class LoudOperation implements Callable<Object>, SecretOperation {

  private static IllegalStateException loud() {
    String hidden = "loud \u001b[2J\u001b]0;title\u0007\u202e\r\nnews";
    return new IllegalStateException(hidden, new IllegalArgumentException("cause\u009b" + hidden));
  }

  /** For measure. */
  public static void loop(long count) {
    throw loud();
  }

  private static void counted() {
    throw loud();
  }

  @Override
  public Object call() {
    throw loud();
  }

  @Override
  public long run(byte[] secret) {
    throw loud();
  }
}
