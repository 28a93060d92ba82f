// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.isolation.ScriptedLeaf;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sampler in C follows the rule of the one in Java, on the readings that a test writes. */
class NativeSamplerTest {

  private final ByteBuffer readings =
      ByteBuffer.allocateDirect(Sampler.READINGS * Long.BYTES).order(ByteOrder.nativeOrder());

  @BeforeEach
  void needsLibrary() throws Exception {
    ScriptedLeaf.assumePackaged();
  }

  private void agree(long first, long[] steps, int bits, Ratio ratio) {
    ScriptedLeaf.begin(first, steps);
    long inC =
        NativeSampler.smallest(
            ScriptedLeaf.address(),
            bits,
            ratio.whole(),
            ratio.fractionHigh(),
            ratio.fractionLow(),
            readings);
    ScriptedLeaf.begin(first, steps);
    long inJava = new JavaSampler(ScriptedLeaf::next).smallest(bits, ratio);
    assertThat(inC).as("%d %d %s", first, steps[0], ratio).isEqualTo(inJava);
  }

  @Test
  void countsEqualReadingsInCAndJava() {
    long[] steps = {0, 3, 0, 0, 4};
    ScriptedLeaf.begin(-9, steps);
    Sampler inC = Sampler.of(FakeTicks.of(ScriptedLeaf.address()));
    assertThat(inC).isInstanceOf(NativeSampler.class);
    assertThat(inC.smallest(64, Ratio.ONE)).isEqualTo(3);
    ScriptedLeaf.begin(-9, steps);
    JavaSampler inJava = new JavaSampler(ScriptedLeaf::next);
    inJava.smallest(64, Ratio.ONE);
    assertThat(inC.equal()).isEqualTo(inJava.equal()).isEqualTo(600);
    assertThat(inC.reading(0)).isEqualTo(-9);
    assertThat(inC.reading(4)).isEqualTo(-2);
    assertThat(inC.readingsNs).isPositive();
    assertThat(inC.quickestRead(inC.readingsNs)).isPositive();
  }

  @Test
  void agreesInCAndJava() {
    Random random = new Random(1);
    Ratio[] ratios = {
      Ratio.ONE,
      Ratio.of(13, 4),
      Ratio.of(1, 3),
      Ratio.of(2_596_144_000L, 1_000_000_000),
      Ratio.of(Long.MAX_VALUE, 3),
      Ratio.of(7, Long.MAX_VALUE)
    };
    for (int round = 0; round < 300; round++) {
      long[] steps = new long[1 + random.nextInt(5)];
      for (int i = 0; i < steps.length; i++) {
        steps[i] = random.nextInt(40) - (round % 3 == 0 ? 1 : 0);
      }
      long first = round % 2 == 0 ? random.nextLong() : 0xffff_ff00L + random.nextInt(255);
      agree(first, steps, round % 5 == 0 ? 32 : 64, ratios[round % ratios.length]);
    }
    agree(5, new long[] {0}, 64, Ratio.ONE);
    agree(5, new long[] {-3}, 64, Ratio.ONE);
  }
}
