// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryPointCallsTest {

  private static final long KNOWN = 0x7c3a_9e51_d204_6b8fL;

  @BeforeEach
  void onJava17() {
    assumeTrue(Runtime.version().feature() == 17, "the entry points are Java 17's");
    assumeTrue(NativeTicks.canBeLinked(), "they are not used on this platform");
  }

  /** Probes once more where other programs kept the compiler from a processor for seconds. */
  private static MethodHandle call() throws Throwable {
    MethodHandle call = EntryPointCalls.make();
    if (!EntryPointCalls.probe(call).isEmpty()) {
      assertThat(EntryPointCalls.probe(call)).isEmpty();
    }
    return call;
  }

  @Test
  void callsFunctionFromInterpretedAndCompiledCode() throws Throwable {
    MethodHandle handle = EntryPointCalls.at(call(), EntryPointCalls.knownAddress());
    assertThat(handle.type()).isEqualTo(MethodType.methodType(long.class));
    assertThat((long) handle.invokeExact()).isEqualTo(KNOWN);
    TickSource reads =
        CriticalLinker.hidden(List.of(handle, handle, handle), FakeTicks.of(1).counter());
    long wrong = 0;
    for (int i = 0; i < 200_000; i++) {
      wrong += reads.ticks() == KNOWN && reads.startTicks() == KNOWN ? 0 : 1;
      wrong += reads.stopTicks() == KNOWN ? 0 : 1;
    }
    assertThat(wrong).isZero();
  }

  @Test
  void refusesCallWithAnotherResult() throws Throwable {
    EntryPointCalls.make(); // loads the library
    MethodHandle five = MethodHandles.constant(long.class, 5L);
    assertThat(EntryPointCalls.probe(MethodHandles.dropArguments(five, 0, long.class)))
        .isEqualTo("a call that returns 0x7c3a9e51d2046b8f gave 0x5");
  }

  @Test
  void refusesCallThatIsNeverCompiled() throws Throwable {
    EntryPointCalls.make();
    MethodHandle throughJni =
        MethodHandles.privateLookupIn(EntryPointCalls.class, MethodHandles.lookup())
            .findStatic(
                EntryPointCalls.class,
                "notCompiled",
                MethodType.methodType(long.class, long.class));
    assertThat(EntryPointCalls.probe(throughJni))
        .isEqualTo("this JVM's compiler did not compile such a call within 6000000 calls");
  }

  @Test
  void forgetsEarlierReasonOnceLinked() throws Throwable {
    EntryPointCalls.make();
    NativeCounterSource counter = FakeTicks.of(EntryPointCalls.knownAddress()).counter();
    counter.notLinkedReason = "earlier";
    NativeTicks linked = CriticalLinker.link(new JniTicks(counter));
    assertThat(linked.notLinkedReason()).isEmpty();
    assertThat(linked.ticks()).isEqualTo(KNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          java.vm.name    | Zing 64-Bit Tiered VM       | is not known to have HotSpot's entry points
          java.vm.version | 17.0.9+9-jvmci-23.0         | is not known to have HotSpot's entry points
          java.vm.info    | mixed mode, emulated-client | the compiler C2 is switched off
          """)
  void linksNothingWithoutHotSpotsSecondCompiler(String property, String value, String reason) {
    String before = System.setProperty(property, value);
    try {
      JniTicks reads = new JniTicks(FakeTicks.of(1).counter());
      assertThat(CriticalLinker.link(reads)).isSameAs(reads);
      assertThat(reads.notLinkedReason()).endsWith(reason);
    } finally {
      System.setProperty(property, before);
    }
  }
}
