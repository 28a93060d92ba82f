// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.selector.limits.ProviderText;

/**
 * The last bytes that a child has printed, whose first words and last words are the JVM's or the C
 * library's own. Thread-safe.
 */
final class ChildOutput extends OutputStream {

  /** More than a dying JVM prints. */
  static final int MAX = 4096;

  /** A line of a dying JVM's, such as {@code # SIGILL (0x4) at pc=0x...}. */
  private static final String JVM = "#\\s+([A-Z][A-Z_]+) \\(0x[0-9a-f]+\\) at pc=";

  /**
   * A line of a C or C++ library's before it aborts, such as {@code free(): double free detected in
   * tcache 2}; glibc's malloc/malloc.c, debug/fortify_fail.c and assert/assert.c, libstdc++.
   */
  private static final String LIBRARY =
      "(?m)^.*(?:\\(\\): (?:invalid|double|corrupted|unaligned|mismatching|unsorted|smallbin)"
          + "|double free|corrupted (?:size|double)|\\*\\*\\* |Fatal glibc|terminate called"
          + "|Assertion `).*$";

  private final byte[] last = new byte[2 * MAX];
  private int size;

  @Override
  public synchronized void write(int next) {
    if (size == last.length) {
      System.arraycopy(last, MAX, last, 0, MAX);
      size = MAX;
    }
    last[size++] = (byte) next;
  }

  synchronized void clear() {
    size = 0;
  }

  @Override
  public synchronized String toString() {
    return new String(last, Math.max(0, size - MAX), Math.min(size, MAX), StandardCharsets.UTF_8);
  }

  /** Finds the signal that a dying JVM named, else a library's words; often empty. */
  static String signal(String text) {
    Matcher jvm = Pattern.compile(JVM).matcher(text);
    if (jvm.find()) {
      return jvm.group(1);
    }
    Matcher library = Pattern.compile(LIBRARY).matcher(text);
    return library.find() ? ProviderText.shorten(library.group().strip()) : "";
  }
}
