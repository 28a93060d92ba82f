// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.limits.Log;

/**
 * Wraps a counter in a hidden class that holds it in a static final field, so that the compiler
 * sees a constant. In an instance field, a counter, its reads and what they call are objects that
 * the compiler has to load one after the other; through a class with one instance it knows all of
 * them once it knows the class, also where one loop reads several counters. A read then costs no
 * more than the instruction, wherever the counter is kept (docs/evidence/linked-reads.md).
 */
public final class ConstantCounters {

  private ConstantCounters() {}

  /**
   * Wraps a counter in a new hidden class, which is unloaded after its last reference; returns the
   * counter itself where this Java cannot define classes, such as in a native image.
   */
  public static CycleCounter of(CycleCounter counter) {
    try {
      MethodHandles.Lookup hidden =
          MethodHandles.lookup().defineHiddenClassWithClassData(template(), counter, true);
      return (CycleCounter)
          hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class)).invoke();
    } catch (Throwable e) { // of a linker or a class loader: the counter works without
      Log.debug("no hidden class for " + counter.implementation(), e);
      return counter;
    }
  }

  /** Reads the class file: a JAR that was replaced under a running JVM may not have it any more. */
  private static byte[] template() throws IOException {
    try (InputStream in = ConstantCounter.class.getResourceAsStream("ConstantCounter.class")) {
      if (in == null) {
        throw new IOException("ConstantCounter.class is not in its JAR");
      }
      return in.readAllBytes();
    }
  }
}
