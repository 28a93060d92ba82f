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
   * error: 24 (}; 127 is the status of a launcher that could not open its libraries. ENFILE 23,
   * EACCES 13 and ENOENT 2 are worded like EMFILE; posix_spawn(3) returns the last two for Java's
   * helper, too.
   */
  static StartException refused(Throwable refusal) {
    String line = (refusal.getMessage() + "\n").split("\n", 2)[0].strip();
    Code code = refusal instanceof IOException ? Code.REFUSED : Code.NO_PROCESS;
    if (line.matches(".*(error=24,|error: 24 \\(|exit value: 127|exit code: 127,).*")) {
      code = Code.OUT_OF_FILES;
    } else if (line.matches(".*(error=23,|error: 23 \\().*")) {
      code = Code.SYSTEM_OUT_OF_FILES;
    } else if (line.matches(".*(error=(2|13),|error: (2|13) \\().*")) {
      code = Code.NOT_EXECUTABLE;
    }
    return new StartException(refusal, code, line);
  }

  /** Returns the reason. */
  public Rejection rejection() {
    return rejection;
  }
}
