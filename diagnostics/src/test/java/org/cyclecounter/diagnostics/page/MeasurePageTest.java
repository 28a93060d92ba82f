// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cyclecounter.Counted;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.svg.Axis;
import org.cyclecounter.diagnostics.svg.Drawn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of scripted runs, by the numbers in its pictures. */
class MeasurePageTest {

  @TempDir Path nothing;

  /** Runs of 100 operations that cost cycles more and less than that, in the order of an index. */
  private static MeasuredOperation subject(String name, long bytes, double... cycles) {
    return measured(
        name, bytes, IntStream.range(0, cycles.length).mapToObj(i -> timing(cycles[i])).toList());
  }

  private static MeasuredOperation measured(String name, long bytes, List<Timing> timings) {
    return new MeasuredOperation(name, bytes, List.of(timings), "", List.of());
  }

  private static Timing timing(double cycles) {
    return new Timing(
        100, cycles * 50e-9, cycles * 100, true, true, "c", "tsc", Counted.TICKS, false, true);
  }

  /** Ten runs around a cost, a percent apart; which is at which place moves with the shift. */
  private static double[] around(double cost, int shift) {
    return IntStream.range(0, 10).mapToDouble(i -> cost * (96 + (i + shift) % 10) / 100).toArray();
  }

  private String page(MeasuredOperation... subjects) {
    return page(List.of(), List.of(), subjects);
  }

  /** Makes a page of operations and failures, of which each has the warnings. */
  private String page(List<String> failures, List<String> warnings, MeasuredOperation... subjects) {
    List<MeasuredOperation> operations = new ArrayList<>(List.of(subjects));
    failures.forEach(
        failure ->
            operations.add(new MeasuredOperation("failed", 0, List.of(), failure, warnings)));
    MachineFacts machine =
        MachineFacts.read(nothing, name -> "os.name".equals(name) ? "Li<nux" : name);
    return new MeasurePage("1.2", "tsc, ticks", true, 0.25, operations, machine).html();
  }

  private static String picture(String page, String id) {
    int begin = page.indexOf("<svg class=\"plot\" id=\"" + id + "\"");
    return page.substring(begin, page.indexOf("</svg>", begin));
  }

  private static List<Double> all(String picture, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(picture);
    return matcher.results().map(one -> Double.parseDouble(one.group(1))).toList();
  }

  @Test
  void dotsIntervalsAndPointsAreWhereTheNumbersAre() {
    String page = page(subject("first", 0, around(100, 0)), subject("second", 0, around(150, 5)));
    String costs = picture(page, "cost");
    // 150 * 1.05 is the highest run, and the interval's end of ten runs is the one.
    Axis axis = Drawn.ofIntervals(Axis.spanning(0, 157.5, 0));
    List<Double> dots = all(costs, "<circle class=\"dot\" cx=\"([0-9.]+)\"");
    assertThat(Drawn.valueAt(axis, dots.get(0))).isCloseTo(100.5, within(0.5));
    assertThat(Drawn.valueAt(axis, dots.get(1))).isCloseTo(150.75, within(0.5));
    List<Double> ends = all(costs, "<line class=\"interval\" x1=\"([0-9.]+)\"");
    assertThat(Drawn.valueAt(axis, ends.get(0))).isCloseTo(96, within(0.5));
    assertThat(Drawn.valueAt(axis, ends.get(2))).isCloseTo(105, within(0.5));
    String raw =
        Pattern.compile("<path class=\"raw\" d=\"([^\"]*)\"")
            .matcher(costs)
            .results()
            .map(path -> path.group(1))
            .collect(Collectors.joining());
    List<Double> points = all(raw, "M([0-9.]+) ");
    assertThat(points).hasSize(20);
    assertThat(Drawn.valueAt(axis, points.get(0))).isCloseTo(96, within(0.5));
    assertThat(page).contains("1.50 x, 10 runs", "data-label=\"Runs\">10</td>");
    assertThat(page).contains("data-label=\"Stabilised quartiles\">98.0, 101, 103</td>");
  }

  @Test
  void ratioIsTheRoundsOwn() {
    // Each round costs the second twice the first, whatever the round costs.
    double[] first = around(100, 3);
    double[] second = Arrays.stream(first).map(cost -> 2 * cost).toArray();
    String page = page(subject("first", 0, first), subject("second", 0, second));
    assertThat(page).contains("data-label=\"Ratio to the first\">2.00</td>", "2.00 to 2.00</td>");
    String difference = picture(page, "difference");
    Axis axis = Drawn.ofIntervals(Axis.spanning(0, 100, 5));
    List<Double> dots = all(difference, "<circle class=\"dot\" cx=\"([0-9.]+)\"");
    assertThat(dots).hasSize(1);
    assertThat(Drawn.valueAt(axis, dots.get(0))).isCloseTo(100, within(1.0));
    assertThat(difference).contains("+100.0 %");
  }

  @Test
  void drawsSmallDifferenceSmall() {
    String page = page(subject("first", 0, around(100, 0)), subject("second", 0, around(100, 0)));
    assertThat(page).contains("1.000 to 1.000, within noise");
    String difference = picture(page, "difference");
    assertThat(difference).contains(">-5<", ">within noise<");
  }

  private static List<Double> dots(String page, String id) {
    return all(picture(page, id), "<circle class=\"dot\" cx=\"([0-9.]+)\"");
  }

  @Test
  void comparesEqualSizesOnly() {
    String page =
        page(
            subject("a", 64, around(100, 0)),
            subject("a", 1024, around(900, 0)),
            subject("b", 64, around(190, 0)));
    assertThat(page)
        .contains("a, 64 B: 1.57 ticks", "a, 1 KiB: 0.883 ticks", ">ticks per byte<")
        .contains("data-label=\"Bytes\">1,024</td>", "Ratio to the first of its size")
        .containsOnlyOnce("<table");
    assertThat(dots(page, "cost")).hasSize(3);
    assertThat(dots(page, "difference")).hasSize(1);
  }

  @Test
  void operationAtSeveralSizesHasOneTableAndOneChart() {
    String page = page(subject("SHA", 64, around(500, 0)), subject("SHA", 16384, around(25e3, 0)));
    assertThat(page).containsOnlyOnce("<table").containsOnlyOnce("<svg").doesNotContain("Ratio");
  }

  @Test
  void smallDifferencesAreSeenBesideLargeOnes() {
    String page =
        page(
            subject("get", 0, around(2.5, 0)),
            subject("inc", 0, around(3.1, 0)),
            subject("sha", 0, around(573, 0)));
    assertThat(page)
        .contains("on a logarithmic axis", "229 x, 10 runs", "Not drawn: sha 229 x.")
        .contains("sha: 576 ticks");
    List<Double> costs = dots(page, "cost");
    assertThat(costs.get(1) - costs.get(0)).isGreaterThan(6);
    assertThat(costs.get(2) - costs.get(1)).isGreaterThan(100);
    assertThat(picture(page, "cost")).contains(">1<", ">10<", ">100<", ">1,000<");
    assertThat(dots(page, "difference")).hasSize(1);
    assertThat(picture(page, "difference")).contains("+24.0 %");
  }

  @Test
  void drawsZeroCostAtTheBeginningOfLogarithmicAxis() {
    String page =
        page(
            subject("one", 0, around(1, 0)),
            subject("nothing", 0, new double[10]),
            subject("many", 0, around(900, 0)));
    assertThat(page).contains("nothing costs nothing: it is drawn at the beginning.");
    assertThat(dots(page, "cost").get(1)).isLessThan(20);
  }

  @Test
  void showsTimesWithoutCyclesOfOneCounter() {
    MeasuredOperation lost =
        measured(
            "lost",
            0,
            IntStream.range(0, 10).mapToObj(i -> new Timing(100, 2e-6, 999, true, i < 5)).toList());
    assertThat(page(lost)).contains("data-label=\"Median, ns\">20.0</td>");
  }

  @Test
  void countsRunBeyondTheAxis() {
    double[] runs = new double[15];
    Arrays.fill(runs, 100);
    double[] others = runs.clone();
    runs[7] = 100_000;
    String page = page(subject("first", 0, runs), subject("second", 0, others));
    assertThat(page).contains("One run is beyond the axis and drawn at its end.");
    assertThat(picture(page, "cost")).contains(">100<").doesNotContain("100,000<");
  }

  @Test
  void singleOperationHasTableAndNoPicture() {
    String page = page(subject("only", 64, around(100, 0)));
    assertThat(page)
        .doesNotContain("<svg", "Ratio to the first")
        .contains("data-label=\"Per byte, ticks\">1.57</td>")
        .contains("data-label=\"Smallest\">96.0</td>")
        .contains("lies within the interval with a probability of 99 %");
  }

  @Test
  void axisOfDifferencesFitsItsData() {
    String page = page(subject("first", 0, around(100, 0)), subject("second", 0, around(195, 0)));
    assertThat(picture(page, "difference")).contains(">0<", ">100<").doesNotContain(">-");
  }

  @Test
  void disturbedRunsAreMarkedAndDoNotCount() {
    List<Timing> timings = new ArrayList<>(Collections.nCopies(9, timing(100)));
    timings.add(new Timing(100, 50e-6, 90_000, true, true, "c", "tsc", Counted.TICKS, true, true));
    MeasuredOperation subject = measured("x", 0, timings);
    assertThat(page(subject))
        .contains("data-label=\"Runs\">9 of 10, the others disturbed</td>")
        .contains("data-label=\"99 % interval\">100 to 100</td>");
    assertThat(page(measured("x", 0, timings.subList(9, 10))))
        .contains("data-label=\"Runs\">1, all disturbed</td>")
        .contains("data-label=\"99 % interval\">none: fewer than 8 runs</td>");
  }

  @Test
  void zeroCostHasNoRatio() {
    double[] rounded = around(1e-16, 0);
    String page = page(subject("nothing", 0, rounded), subject("second", 0, around(10, 0)));
    assertThat(page).contains("no ratio, 10 runs", "data-label=\"Ratio to the first\">unknown<");
  }

  @Test
  void hostileTextIsEscapedAndCut() {
    String name = "</td><script>alert(1)</script>\u202e\u0007" + "x".repeat(10_000);
    String page =
        page(
            List.of("failed: <b>" + "y".repeat(10_000)),
            List.of("\u2066<i>"),
            subject(name, 0, around(100, 0)),
            subject("second", 0, around(100, 0)));
    assertThat(page)
        .doesNotContain("<script", "<b>", "<i>", "\u202e", "\u0007", "\u2066", "x".repeat(300))
        .contains("&lt;script&gt;", "[U+202E]", "(10,032 characters)", "Li&lt;nux");
    assertThat(page).doesNotContain("http:", "https:", "href", "src=");
    assertThat(page.length()).isLessThan(200_000);
  }

  @Test
  void saysThatNothingWasMeasured() {
    assertThat(page(List.of("It failed."), List.of()))
        .contains("No operation could be measured.", "<li>It failed.</li>");
  }
}
