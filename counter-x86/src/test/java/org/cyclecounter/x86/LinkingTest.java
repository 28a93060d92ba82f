package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which of the two ways of linking is taken: a counter works either way, so only this tells. */
class LinkingTest {

  @BeforeEach
  void onX86() {
    assumeTrue(Platform.current().processor().equals("x86-64"), "this is not an x86-64 process");
  }

  @Test
  void withTheForeignFunctionInterfaceAllowedACounterIsAHiddenClass() throws Exception {
    assumeTrue(Runtime.version().feature() >= 22, "the interface is of Java 22");
    boolean enabled =
        (boolean)
            Module.class.getMethod("isNativeAccessEnabled").invoke(TickSource.class.getModule());
    assumeTrue(enabled, "native access is not enabled");
    try (TickSource source = new Amd64Tsc().open()) {
      TickSource linked = ((NativeTicks) source).linked();
      assertThat(linked.getClass().isHidden()).isTrue();
      assertThat(linked.entryPoint()).isEqualTo(source.entryPoint()).isPresent();
    }
  }

  @Test
  void beforeJava22ACounterIsReadThroughJni() throws Exception {
    assumeTrue(Runtime.version().feature() < 22, "this Java has the foreign-function interface");
    try (TickSource source = new Amd64Tsc().open()) {
      assertThat(((NativeTicks) source).linked()).isSameAs(source);
      assertThat(source.entryPoint()).isPresent();
    }
  }
}
