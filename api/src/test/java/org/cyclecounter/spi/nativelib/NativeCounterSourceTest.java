// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A counter in C, and the way of linking its reads, without a library. */
class NativeCounterSourceTest {

  private static final String VM_INFO = "java.vm.info";

  private final String vmInfo = System.getProperty(VM_INFO);

  private static class Scripted extends NativeCounterSource {
    private final long address;

    Scripted(long address) {
      super(
          "scripted",
          CounterKind.OFF_CORE,
          Scope.SYSTEM,
          NativeLibrary.of(MethodHandles.lookup(), "scripted-1", path -> {}, name -> {}),
          Scaling.findMultiplier());
      this.address = address;
    }

    @Override
    protected long ticksPerSecond() {
      return 5;
    }

    @Override
    protected long address(int function) {
      return address + function;
    }

    @Override
    protected long read(Function function) {
      return 100 + function.ordinal();
    }
  }

  private static final class OtherClass extends Scripted {
    OtherClass(long address) {
      super(address);
    }
  }

  private static <T extends CounterSource> T opened(T counter) throws Exception {
    counter.open().close();
    return counter;
  }

  @AfterEach
  void restore() {
    System.setProperty(VM_INFO, vmInfo);
  }

  /** The rate may be in a register that nothing may read before the probe. */
  @Test
  void asksMachineForRateOnceOpen() throws Exception {
    Scripted counter = new Scripted(1);
    assertThat(counter.scaling()).isEqualTo(Scaling.findMultiplier());
    assertThat(opened(counter).scaling()).isEqualTo(Scaling.ticksPerSecond(5));
  }

  @Test
  void recognizesTwinByClassAndFunction() throws Exception {
    Scripted counter = opened(new Scripted(1));
    assertThat(counter.isTwinOf(opened(new Scripted(1)))).isTrue();
    assertThat(counter.isTwinOf(opened(new Scripted(2)))).as("other function").isFalse();
    assertThat(counter.isTwinOf(opened(new OtherClass(1)))).as("other class").isFalse();
    assertThat(counter.isTwinOf(new Scripted(1))).as("not open").isFalse();
    assertThat(counter.isTwinOf(TestCounter.rising("none", CounterKind.OFF_CORE, 1))).isFalse();
  }

  @Test
  void readsEachFunctionThroughJni() throws Exception {
    try (TickSource open = new Scripted(7).open()) {
      assertThat(List.of(open.ticks(), open.startTicks(), open.stopTicks()))
          .containsExactly(100L, 101L, 102L);
      NativeTicks natively = (NativeTicks) open;
      assertThat(List.of(natively.address(), natively.startAddress(), natively.stopAddress()))
          .containsExactly(7L, 8L, 9L);
      assertThat(open.entryPoint()).hasValue(10);
      assertThat(NativeTicks.hasProbe(open)).isFalse();
    }
  }

  @Test
  void explainsMissingFunctionAndSecurityManager() {
    assertRefused(
        () -> {
          throw new UnsatisfiedLinkError("f");
        },
        "the native library lacks a function of this counter: f");
    assertRefused(
        () -> {
          throw new SecurityException("denied");
        },
        "a security manager refuses what it needs: denied");
  }

  private static void assertRefused(Runnable failing, String reason) {
    Scripted counter =
        new Scripted(1) {
          @Override
          protected void check() {
            failing.run();
          }
        };
    assertThatThrownBy(counter::open)
        .isInstanceOf(CounterUnavailableException.class)
        .hasMessage(reason);
    assertThat(counter.scaling()).isEqualTo(Scaling.findMultiplier());
  }

  @Test
  void hiddenClassReadsByItsThreeHandles() throws Throwable {
    Scripted counter = new Scripted(1);
    List<MethodHandle> handles =
        List.of(constant(1), constant(2), MethodHandles.empty(MethodType.methodType(long.class)));
    NativeTicks linked = CriticalLinker.hidden(handles, counter);
    assertThat(List.of(linked.ticks(), linked.startTicks(), linked.stopTicks()))
        .containsExactly(1L, 2L, 0L);
    assertThat(linked.counter()).isSameAs(counter);
    assertThat(linked.linked()).isSameAs(linked);
  }

  private static MethodHandle constant(long value) {
    return MethodHandles.constant(long.class, value);
  }

  /** A linked read costs the interpreter thirty times one through JNI. */
  @Test
  void linksNothingInInterpretedJvm() {
    JniTicks reads = new JniTicks(new Scripted(1));
    System.setProperty(VM_INFO, "interpreted mode");
    assertThat(CriticalLinker.link(reads)).isSameAs(reads);
    assertThat(reads.notLinkedReason()).isEqualTo("this JVM compiles nothing (-Xint)");
  }
}
