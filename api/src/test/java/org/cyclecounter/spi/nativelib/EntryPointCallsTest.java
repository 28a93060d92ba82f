// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
  void aFunctionIsCalledByInterpretedCodeAndByC2() throws Throwable {
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
}
