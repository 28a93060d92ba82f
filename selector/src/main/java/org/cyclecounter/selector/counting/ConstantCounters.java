// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.limits.Log;

/**
 * Gives a counter a class of its own. Kept in an instance field, a counter, its reads and what they
 * call are an object each that the compiler has to look at; through a class with one instance it
 * knows all of them once it knows the class, also where several counters are read at one place.
 */
public final class ConstantCounters {

  private ConstantCounters() {}

  /**
   * A counter in a hidden class of its own, which goes when the last reference to it does; the same
   * counter where this Java cannot make classes.
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

  private static byte[] template() throws IOException {
    try (InputStream in = ConstantCounter.class.getResourceAsStream("ConstantCounter.class")) {
      if (in == null) {
        throw new IOException("ConstantCounter.class is not in its JAR");
      }
      return in.readAllBytes();
    }
  }
}
