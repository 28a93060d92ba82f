// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkedReadsTest {

  private final AtomicLong clock = new AtomicLong(1000);

  private final TickSource good = clock::incrementAndGet;

  /** Reads of the clock that can be linked. */
  private record Linkable(AtomicLong clock, @Nullable TickSource cheaper, String notLinkedReason)
      implements NativeTicks {
    @Override
    public long ticks() {
      return clock.incrementAndGet();
    }

    @Override
    public NativeCounterSource counter() {
      throw new AssertionError("asked for more than its reads");
    }

    @Override
    public TickSource linked() {
      return cheaper == null ? this : cheaper;
    }
  }

  private LinkedReads link(@Nullable TickSource cheaper, int bits) {
    return LinkedReads.of(new Linkable(clock, cheaper, cheaper == null ? "no way" : ""), bits);
  }

  @Test
  void takesReadsThatAgree() {
    assertThat(link(good, 64)).isEqualTo(new LinkedReads(good, ""));
  }

  @Test
  void staysWithJniWhereReadsDisagree() {
    for (TickSource wrong : new TickSource[] {() -> 0, () -> clock.get() - 1, () -> 1L << 40}) {
      LinkedReads reads = link(wrong, 64);
      assertThat(reads.source()).isInstanceOf(Linkable.class);
      assertThat(reads.problem()).isEqualTo("linked reads do not agree with JNI's");
    }
  }

  @Test
  void comparesOrderedReads() {
    TickSource wrongStop =
        new TickSource() {
          @Override
          public long ticks() {
            return clock.incrementAndGet();
          }

          @Override
          public long stopTicks() {
            return 0;
          }
        };
    assertThat(link(wrongStop, 64).problem()).isNotEmpty();
  }

  @Test
  void comparesTheLowBitsOf32() {
    clock.set(0xffff_fffeL);
    TickSource low = () -> clock.incrementAndGet() & 0xffff_ffffL;
    assertThat(link(low, 32).source()).isSameAs(low);
    clock.set(0xffff_fffeL);
    assertThat(link(low, 64).problem()).isNotEmpty();
  }

  @Test
  void comparesAgainAfterADisagreement() {
    AtomicLong late = new AtomicLong(3);
    TickSource migrated = () -> late.decrementAndGet() >= 0 ? 0 : clock.incrementAndGet();
    assertThat(link(migrated, 64).source()).isSameAs(migrated);
  }

  @Test
  void givesTheSourcesReason() {
    LinkedReads reads = link(null, 64);
    assertThat(reads.source()).isInstanceOf(Linkable.class);
    assertThat(reads.problem()).isEqualTo("no way");
    assertThat(LinkedReads.of(good, 64)).isEqualTo(new LinkedReads(good, ""));
  }
}
