// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process has one handler for the copies of a library that its class loaders have. */
class GuardedCopiesTest {

  private static final String LIBRARY = "cyclecounter-x86-1";

  @BeforeEach
  void onLinux() {
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "RDPMC is guarded on Linux");
  }

  /** Guards RDPMC in a copy of the library, and returns its read. */
  private static Method guarded() throws Exception {
    Deployment deployment = new Deployment(X86Library.class.getPackageName());
    Field library = deployment.loadClass(X86Library.class.getName()).getDeclaredField("LIBRARY");
    library.setAccessible(true);
    ((NativeLibrary) library.get(null)).load();
    Class<?> type = deployment.loadClass(Amd64PmcFf.class.getName());
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    method(type, "guard").invoke(constructor.newInstance());
    return method(type, "ticks");
  }

  private static Method method(Class<?> type, String name) throws NoSuchMethodException {
    Method method = type.getDeclaredMethod(name);
    method.setAccessible(true);
    return method;
  }

  /** Reads; a fault that is not guarded would end the JVM. */
  private static boolean isLost(Method ticks) throws ReflectiveOperationException {
    return (long) ticks.invoke(null) == CheckedTicks.LOST;
  }

  @Test
  void handlerServesEachCopyAndOutlivesThem() throws Exception {
    int before = MappedCopies.of(LIBRARY).size();
    Method kept = guarded();
    boolean isLost = isLost(kept);
    for (int i = 0; i < 4; i++) {
      assertThat(isLost(guarded())).isEqualTo(isLost);
    }
    MappedCopies.await(LIBRARY, before + 1);
    assertThat(isLost(kept)).isEqualTo(isLost);
  }
}
