// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.cyclecounter.spi.nativelib.NativeCounterSource.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The native method that each read calls, by copies of the counters without their library: the JVM
 * names the method that it does not find.
 */
class ReadsTest {

  private static final String PACKAGE = "org.cyclecounter.x86.";

  private final Deployment deployment = new Deployment(PACKAGE);

  @ParameterizedTest
  @CsvSource({
    "Amd64Pmc, ticks, fencedTicks, fencedTicks",
    "Amd64PerfPmcFf, ticks, fencedTicks, fencedTicks",
    "Amd64PmcFf, ticks, fencedTicks, fencedTicks",
    "Amd64Rdpru, ticks, fencedTicks, fencedTicks",
  })
  void fencesOrderedReads(String type, String plain, String start, String stop) throws Exception {
    assertReads(counter(type, type.equals("Amd64Pmc") ? "amd64-pmc" : ""), plain, start, stop);
  }

  /** The order is that of C's {@code enum order}: no fence, LFENCE alone, and RDTSCP. */
  @ParameterizedTest
  @CsvSource({
    "0, ticks, ticks, ticks",
    "1, ticks, fencedTicks, bothFencedTicks",
    "2, ticks, fencedTicks, rdtscpTicks",
  })
  void readsTimeStampCounterInOrderOfProcessor(int order, String plain, String start, String stop)
      throws Exception {
    Object counter = counter("TimeStampCounter", "amd64-tsc");
    set(counter, "order", order);
    assertReads(counter, plain, start, stop);
  }

  @ParameterizedTest
  @CsvSource({"false, cpuid, cpuid", "true, cpuid, rdtscpCpuid"})
  void serializesByCpuid(boolean hasRdtscp, String start, String stop) throws Exception {
    Object tsc = counter("TimeStampCounter", "amd64-tsc");
    Constructor<?> constructor =
        deployment.loadClass(PACKAGE + "SerializedTsc").getDeclaredConstructor(tsc.getClass());
    constructor.setAccessible(true);
    Object counter = constructor.newInstance(tsc);
    set(counter, "hasRdtscp", hasRdtscp);
    assertReads(counter, "TimeStampCounter.ticks", start + "Ticks", stop + "Ticks");
    assertThat(missing(counter, "address", int.class, Function.START_TICKS.ordinal()))
        .endsWith("." + start + "Address()'");
    assertThat(missing(counter, "address", int.class, Function.STOP_TICKS.ordinal()))
        .endsWith("." + stop + "Address()'");
  }

  /** Makes a counter, of a name unless that is empty. */
  private Object counter(String type, String name) throws Exception {
    Class<?>[] parameters = name.isEmpty() ? new Class<?>[0] : new Class<?>[] {String.class};
    Constructor<?> constructor =
        deployment.loadClass(PACKAGE + type).getDeclaredConstructor(parameters);
    constructor.setAccessible(true);
    return name.isEmpty() ? constructor.newInstance() : constructor.newInstance(name);
  }

  private static void set(Object counter, String name, Object value) throws Exception {
    Field field = counter.getClass().getDeclaredField(name);
    field.setAccessible(true);
    field.set(counter, value);
  }

  private static void assertReads(Object counter, String plain, String start, String stop)
      throws Exception {
    assertThat(missing(counter, "read", Function.class, Function.TICKS))
        .endsWith("." + plain + "()'");
    assertThat(missing(counter, "read", Function.class, Function.START_TICKS))
        .endsWith("." + start + "()'");
    assertThat(missing(counter, "read", Function.class, Function.STOP_TICKS))
        .endsWith("." + stop + "()'");
  }

  /** Returns what the JVM says of the native method that a method of a counter calls. */
  private static String missing(Object counter, String name, Class<?> type, Object argument)
      throws Exception {
    Method method = counter.getClass().getDeclaredMethod(name, type);
    method.setAccessible(true);
    try {
      return name + " returned " + method.invoke(counter, argument);
    } catch (InvocationTargetException e) {
      return e.getCause().getMessage();
    }
  }
}
