// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.io.File;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The JVM's compilers. On a busy machine they may need seconds for what takes tens of milliseconds
 * otherwise, and the JVM reports only what they have finished: code that seems to have settled may
 * still be interpreted. So on Linux their threads are looked at, too.
 */
public final class Compilers {

  private static final CompilationMXBean COMPILATION = ManagementFactory.getCompilationMXBean();

  private Compilers() {}

  /** Returns the milliseconds of all finished compilations; 0 if this JVM does not report them. */
  public static long finishedMs() {
    return COMPILATION != null && COMPILATION.isCompilationTimeMonitoringSupported()
        ? COMPILATION.getTotalCompilationTime()
        : 0;
  }

  /** Returns whether a compiler's thread runs or waits for a processor; false if not known. */
  public static boolean areBusy() {
    File[] threads = new File("/proc/self/task").listFiles();
    return threads != null
        && Arrays.stream(threads)
            .map(thread -> Platform.read(thread.toPath().resolve("stat"))) // empty if it has ended
            .anyMatch(Compilers::isBusyCompiler);
  }

  /** Parses a thread's stat: its number, its name in parentheses (15 letters), its state. */
  static boolean isBusyCompiler(String stat) {
    int name = stat.indexOf('(') + 1;
    return (stat.startsWith("C1 Compiler", name) || stat.startsWith("C2 Compiler", name))
        && stat.startsWith(") R", stat.lastIndexOf(')'));
  }
}
