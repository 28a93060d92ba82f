// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.IOException;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.jspecify.annotations.Nullable;

/** Thrown if a child JVM cannot be started, or is never ready. */
public final class StartException extends IOException {

  private static final long serialVersionUID = 1;

  private final transient Rejection rejection;

  /** Creates an exception for a code with its arguments. */
  public StartException(@Nullable Throwable cause, Code code, String... arguments) {
    super(code.name(), cause);
    rejection = Rejection.of(code, arguments);
  }

  /**
   * Explains why no process was started. Keeps only the first line of Java's message: Java 25 adds
   * lines that guess at causes.
   *
   * <p>EMFILE is 24 on every system, in Java 17's words {@code error=24,} and in Java 25's {@code
   * error: 24 (}; 127 is the status of a launcher that could not open its libraries.
   */
  static StartException refused(Throwable refusal) {
    String line = (refusal.getMessage() + "\n").split("\n", 2)[0].strip();
    boolean isOutOfFiles =
        line.matches(".*(error=24,|error: 24 \\(|exit value: 127|exit code: 127,).*");
    Code code = refusal instanceof IOException ? Code.REFUSED : Code.NO_PROCESS;
    return new StartException(refusal, isOutOfFiles ? Code.OUT_OF_FILES : code, line);
  }

  /** Returns the reason. */
  public Rejection rejection() {
    return rejection;
  }
}
