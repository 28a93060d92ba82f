// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.pmu.SimulatedPmu.Run;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code measure} on a PMU that others use, too: the simulated one's frequency never changes, so
 * its cycles per second of CPU time are known. Either they are right, or a warning explains the
 * counter's fault; none mentions the frequency.
 */
class MeasureSharedIT extends SimulatedPmu {

  private static final double HZ = OwnCount.HZ;

  /** The harness's own cost is taken out of the cycles and of the time, a little differently. */
  private static final double TOLERANCE = 0.02;

  private static final Pattern TRUE_WARNING =
      Pattern.compile("shared|lost|jumped|stood still|stands still|in use|not valid");

  /** The result of a measurement; the cycles are NaN if there are none. */
  private record Result(Run run, double seconds, double cycles, String warnings) {

    private boolean isRight() {
      return Math.abs(cycles / seconds / HZ - 1) < TOLERANCE;
    }
  }

  private static Result measure(String counter, String... options) throws Exception {
    String modules = "api,selector,x86,os".replaceAll("\\w+", "org.cyclecounter.$0");
    String command = "-m org.cyclecounter.tools measure --jvms=1 com.example.Work#add --json";
    List<String> java = new ArrayList<>();
    java.addAll(List.of(Java.path("java"), Java.nativeAccess(modules), "-p", Java.MODS));
    java.addAll(List.of(command.split(" ")));
    java.addAll(List.of("--seconds=0.1", "--counter=" + counter));
    java.add("--class-path=" + Java.testClasses());
    Run run = SimulatedPmu.run(List.of(options), java.toArray(String[]::new));
    assertThat(run.status()).as(run.all()).isZero();
    String json = run.out().get(run.out().size() - 1);
    List<String> warnings = new ArrayList<>(run.err());
    Pattern.compile("\"warnings\":\\[(.*?)\\]")
        .matcher(json)
        .results()
        .forEach(found -> warnings.add(found.group(1)));
    return new Result(
        run, number(json, "seconds"), number(json, "cycles"), String.join(" ", warnings));
  }

  private static double number(String json, String key) {
    Matcher found = Pattern.compile("\"" + key + "\":([-+.0-9E]+)").matcher(json);
    return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
  }

  private static void isRightOrWarnedOf(Result result) {
    assertThat(result.warnings()).doesNotContainIgnoringCase("frequency");
    if (!result.isRight()) {
      assertThat(result.warnings()).as(result.run().all()).containsPattern(TRUE_WARNING);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"amd64-pmc", "default-perfevent"})
  void isRightOrWarnedOf(String counter) throws Exception {
    Result alone = measure(counter);
    assertThat(alone.isRight()).as(alone.run().all()).isTrue();
    assertThat(alone.warnings()).doesNotContainIgnoringCase("frequency");

    isRightOrWarnedOf(measure(counter, "--slots=5", "--rivals=12", "--turn=400000"));
    for (String command : List.of("slots=0", "dead")) {
      isRightOrWarnedOf(meanwhile(alone, counter, command));
    }
  }

  /** A command comes into force at the last reads of all, which are the harness's. */
  private static Result meanwhile(Result alone, String counter, String command) throws Exception {
    long reads = alone.run().statistic("own");
    Result result;
    long at;
    int attempts = 0;
    do {
      at = reads - reads / 30;
      result = measure(counter, "--turn=20000", "--at=" + at + ":" + command);
      reads = Math.min(reads, result.run().statistic("own"));
      attempts++;
    } while (result.run().statistic("own") < at && attempts < 10); // their number varies
    assertThat(result.run().statistic("own")).as(result.run().all()).isGreaterThanOrEqualTo(at);
    return result;
  }

  /**
   * A virtual PMU short of counters looks like a slower processor: a warning never names the
   * frequency as the only cause.
   */
  @ParameterizedTest
  @ValueSource(strings = {"amd64-pmc", "default-perfevent"})
  void warningsOfStallDoNotNameTheFrequencyAlone(String counter) throws Exception {
    Result result = meanwhile(measure(counter), counter, "stall=0.3");
    assertThat(
            result
                .warnings()
                .replace("the frequency moved, or the counter stood still", "either happened"))
        .doesNotContainIgnoringCase("frequency");
  }
}
