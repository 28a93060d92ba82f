// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.selector.CpuCycles;

/** Measures how long it looks at each class that is loaded, those of the selection among them. */
public final class Agent {

  private static final AtomicLong LOOKS = new AtomicLong();
  private static final AtomicLong CYCLES = new AtomicLong();

  private Agent() {}

  /**
   * Starts.
   *
   * @param arguments none
   * @param instrumentation the JVM's
   */
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> type,
              ProtectionDomain domain,
              byte[] bytes) {
            if (loader != null) {
              long start = CpuCycles.cycles();
              LOOKS.incrementAndGet();
              CYCLES.addAndGet(CpuCycles.cycles() - start);
            }
            return null;
          }
        });
  }

  /**
   * Returns the number of classes that it has looked at.
   *
   * @return the number
   */
  public static long looks() {
    return LOOKS.get();
  }
}
