// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchTableTest {

  private static final List<String> NAMES = List.of("amd64-tsc", "default-gettimeofday");

  private static Histogram histogram(long... differences) {
    Histogram histogram = new Histogram();
    histogram.add(differences);
    return histogram;
  }

  private static WatchedRow row(Histogram recent) {
    return new WatchedRow("amd64-tsc", recent, 26, 2.5961e9, 3, 0, "");
  }

  /** 900 of 26 cycles, 90 of 40 and 10 of 5,000; one of 0. */
  private static Histogram usual() {
    long[] differences = new long[1001];
    Arrays.fill(differences, 0, 900, 26);
    Arrays.fill(differences, 900, 990, 40);
    Arrays.fill(differences, 990, 1000, 5_000);
    return histogram(differences);
  }

  @Test
  void fillsEightyColumns() {
    WatchTable table = new WatchTable(80, NAMES, true);
    assertThat(table.head())
        .isEqualTo(
            "counter              0    10  100  1k  10k  100k  median       rate moved  back");
    assertThat(table.row(row(usual())))
        .isEqualTo(
            "amd64-tsc            \u2581      \u2588\u2581        \u2581               26  2.596"
                + " GHz     3     0");
  }

  @Test
  void drawsTheSameColumnsInAscii() {
    String blocks = new WatchTable(80, NAMES, true).row(row(usual()));
    String ascii = new WatchTable(80, NAMES, false).row(row(usual()));
    assertThat(ascii).isEqualTo(blocks.replace('\u2581', '.').replace('\u2588', '@'));
    assertThat(ascii).matches("[ -~]+");
  }

  @Test
  void leavesTheLastColumnFreeHoweverNarrow() {
    for (int width = 1; width <= 200; width++) {
      WatchTable table = new WatchTable(width, NAMES, true);
      assertThat(table.head()).hasSizeLessThan(Math.max(width, 2));
      assertThat(table.row(row(usual()))).hasSizeLessThan(Math.max(width, 2));
    }
  }

  @Test
  void keepsRateAndHistogramLongestInLittleRoom() {
    assertThat(new WatchTable(60, NAMES, true).head())
        .contains("counter", "rate", "moved", "back")
        .doesNotContain("median");
    assertThat(new WatchTable(45, NAMES, true).head()).contains("rate").doesNotContain("moved");
  }

  @Test
  void drawsDifferenceAtTheColumnOfItsLabel() {
    WatchTable table = new WatchTable(120, NAMES, false);
    String head = table.head();
    for (String[] one : new String[][] {{"0", " 0 "}, {"100", " 100 "}, {"10000", " 10k "}}) {
      String line = table.row(row(histogram(Long.parseLong(one[0]))));
      assertThat(line.indexOf('@')).as(one[1]).isEqualTo(head.indexOf(one[1]) + 1);
    }
  }

  @Test
  void drawsLargerDifferenceNeverFurtherLeft() {
    long[] differences = IntStream.range(0, 63).mapToLong(i -> 1L << i).toArray();
    int before = 0;
    for (long difference : differences) {
      int column = Histogram.column(difference, 30);
      assertThat(column).isBetween(Math.max(1, before), 29);
      before = column;
    }
    assertThat(Histogram.column(-5, 30)).isZero();
    assertThat(Arrays.stream(histogram(differences).columns(7)).sum()).isEqualTo(63);
  }

  @Test
  void remembersTenUpdates() {
    Histogram histogram = new Histogram();
    for (int i = 0; i < Histogram.UPDATES + 3; i++) {
      histogram.add(new long[] {i < 3 ? 1 : 1000});
    }
    int[] columns = histogram.columns(81);
    assertThat(columns[1]).isZero();
    assertThat(columns[Histogram.column(1000, 81)]).isEqualTo(10);
  }

  @Test
  void problemTakesThePlaceOfTheFiguresInPlainLetters() {
    String line =
        new WatchTable(60, NAMES, true)
            .row(
                new WatchedRow(
                    "amd64-tsc", usual(), 26, 1, 0, 0, "cannot be read: \u5b57\u001b[2J"));
    assertThat(line).isEqualTo("amd64-tsc            cannot be read: ??[2J");
  }

  @Test
  void cutsLongName() {
    String name = "a-name-of-more-than-twenty-characters";
    String line =
        new WatchTable(80, List.of(name), true).row(new WatchedRow(name, usual(), 26, 1, 0, 0, ""));
    assertThat(line).startsWith("a-name-of-more-than~ ");
  }

  @Test
  void ratesAndCountsFitTheirColumns() {
    assertThat(WatchTable.rate(Double.NaN)).isEqualTo("-");
    assertThat(WatchTable.rate(0)).isEqualTo("0.000 Hz");
    assertThat(WatchTable.rate(24_000_000)).isEqualTo("24.0 MHz");
    assertThat(WatchTable.rate(999_960_000)).isEqualTo("1.000 GHz");
    assertThat(WatchTable.rate(-2.5e9)).isEqualTo("-2.500 GHz");
    assertThat(WatchTable.rate(1e18)).isEqualTo("1e+09 GHz");
    assertThat(WatchTable.count(99_999)).isEqualTo("99999");
    assertThat(WatchTable.count(100_000)).isEqualTo("100k");
    assertThat(WatchTable.count(Long.MIN_VALUE)).isEqualTo("-9E");
    assertThat(WatchTable.count(Long.MAX_VALUE)).isEqualTo("9223P");
  }
}
