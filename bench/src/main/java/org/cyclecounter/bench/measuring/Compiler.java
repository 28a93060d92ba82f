package org.cyclecounter.bench.measuring;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** How long the JVM's compilers have worked, where it tells. */
public final class Compiler {

  private static final CompilationMXBean COMPILATION = ManagementFactory.getCompilationMXBean();

  private Compiler() {}

  /**
   * The time that the compilers have taken.
   *
   * @return milliseconds of finished compilations; 0 where there is no compiler, or it does not
   *     tell
   */
  public static long totalMs() {
    return COMPILATION != null && COMPILATION.isCompilationTimeMonitoringSupported()
        ? COMPILATION.getTotalCompilationTime()
        : 0;
  }
}
