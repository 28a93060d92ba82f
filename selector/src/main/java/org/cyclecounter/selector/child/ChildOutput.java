// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.ByteArrayOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.selector.support.ProviderText;

/**
 * The last bytes that a child has printed: a dying JVM's or C library's words are among them.
 * Thread-safe.
 */
final class ChildOutput extends ByteArrayOutputStream {

  /** The number of bytes that are always kept: more than a dying JVM prints. */
  static final int MIN = 4096;

  /**
   * Written among a dying JVM's words when another thread faults meanwhile; Java 25 does so in one
   * of a hundred ends of two threads.
   */
  private static final String OTHERS = "\\[thread \\d+ also had an error\\]|\\R";

  /** A line of a dying JVM's, such as {@code # SIGILL (0x4) at pc=0x...}. */
  private static final String JVM = "#\\s+([A-Z][A-Z_]+) \\(0x[0-9a-f]+\\) at pc=";

  /**
   * A line of a C or C++ library's before it aborts, such as {@code free(): double free detected in
   * tcache 2}, or a dynamic linker's; glibc's malloc/malloc.c, debug/fortify_fail.c,
   * assert/assert.c and elf/dl-catch.c, libstdc++, musl's ldso/dynlink.c.
   */
  private static final String LIBRARY =
      "(?m)^.*(?:\\(\\): (?:invalid|double|corrupted|unaligned|mismatching|unsorted|smallbin)"
          + "|double free|corrupted (?:size|double)|\\*\\*\\* |Fatal glibc|terminate called"
          + "|Assertion `|symbol lookup error: |Error relocating ).*$";

  @Override
  public synchronized void write(int next) {
    if (count >= 2 * MIN) {
      System.arraycopy(buf, count - MIN, buf, 0, MIN);
      count = MIN;
    }
    super.write(next);
  }

  /** Finds the signal that a dying JVM named, else a library's words; often empty. */
  static String signal(String text) {
    Matcher jvm = Pattern.compile(JVM).matcher(text.replaceAll(OTHERS, ""));
    if (jvm.find()) {
      return jvm.group(1);
    }
    Matcher library = Pattern.compile(LIBRARY).matcher(text);
    return library.find() ? ProviderText.shorten(library.group().strip()) : "";
  }
}
