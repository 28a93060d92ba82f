// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.support.Log;

/**
 * Wraps a counter in a hidden class that holds it in a static final field, so that the compiler
 * sees a constant. In an instance field, a counter, its reads and their callees are objects that
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
    // A JAR that was replaced under a running JVM may not have the class file any more.
    try (InputStream in = ConstantCounter.class.getResourceAsStream("ConstantCounter.class")) {
      byte[] template =
          Objects.requireNonNull(in, "ConstantCounter.class is not in its JAR").readAllBytes();
      MethodHandles.Lookup hidden =
          MethodHandles.lookup().defineHiddenClassWithClassData(template, counter, true);
      return (CycleCounter)
          hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class)).invoke();
    } catch (Throwable e) { // of a linker or a class loader: the counter works without
      Log.debug("no hidden class for " + counter.implementation(), e);
      return counter;
    }
  }
}
