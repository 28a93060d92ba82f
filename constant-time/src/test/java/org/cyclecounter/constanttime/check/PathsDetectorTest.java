// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.Place.Kind;
import org.cyclecounter.constanttime.check.Detection.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Judges scripted runs with nine secrets. */
class PathsDetectorTest {

  /** The program counters: two of a line, and one in the interpreter. */
  private static final long LEAK = 16;

  private static final long SAME_LINE = 32;
  private static final long INTERPRETED = 48;

  /** The address of the secret, and the run with another. */
  private static final long READ = at(Kind.ADDRESS, 64);

  private static final int IN_PLACE = -1;

  /** The steps of runs that have no interpreted code. */
  private static final long COMPILED = 3;

  private static final StackTraceElement LINE = new StackTraceElement("A", "b", "A.java", 7);
  private static final Place BRANCH = new Place(Kind.BRANCH, List.of(LINE), Method.PATHS);

  /** Numbers that a run has at its places, in the code of a kind and a program counter. */
  private interface Script {
    Map<Long, Integer> numbers(int secret, int run);
  }

  private static final class ScriptedRuns implements PathsDetector.Runs {
    private final Script script;
    private final long steps;
    private final Map<Integer, Map<Long, Integer>> slots = new HashMap<>();
    private int runs;

    ScriptedRuns(long steps, Script script) {
      this.steps = steps;
      this.script = script;
    }

    @Override
    public boolean makeRoom() {
      return false;
    }

    @Override
    public long record(byte[] secret, int slot) {
      slots.put(slot, script.numbers(secret[0], runs++));
      return steps;
    }

    @Override
    public long recordInPlace(byte[] secret, int slot) {
      slots.put(slot, new HashMap<>(script.numbers(secret[0], IN_PLACE)));
      slots.get(slot).putIfAbsent(READ, 1);
      return steps;
    }

    @Override
    public long[] places() {
      return steps == COMPILED
          ? new long[] {LEAK, 3}
          : new long[] {LEAK, 3, SAME_LINE, 1, INTERPRETED, 5};
    }

    @Override
    public Stacks stacks(Set<Long> pcs) {
      StackTraceElement interpreter = new StackTraceElement("", "Interpreter", null, -2);
      return new Stacks(
          Map.of(LEAK, List.of(LINE), SAME_LINE, List.of(LINE), INTERPRETED, List.of(interpreter)));
    }

    /** Says that two instructions were passed over. */
    @Override
    public long[] differences(int first, int second) {
      Set<Long> places = new HashSet<>(slots.get(first).keySet());
      places.addAll(slots.get(second).keySet());
      places.removeIf(at -> Objects.equals(slots.get(first).get(at), slots.get(second).get(at)));
      return LongStream.concat(LongStream.of(2), places.stream().mapToLong(at -> at)).toArray();
    }
  }

  private static long at(Kind kind, long pc) {
    return (long) kind.ordinal() << 48 | pc;
  }

  private static Detection judged(long steps, Set<String> accepted, Script script)
      throws Exception {
    List<byte[]> secrets = IntStream.range(0, 9).mapToObj(i -> new byte[] {(byte) i}).toList();
    return new PathsDetector().judge(new ScriptedRuns(steps, script), secrets, accepted);
  }

  private static Detection judged(Script script) throws Exception {
    return judged(100, Set.of(), script);
  }

  @Test
  void findsOnePlaceInLineThatDependsOnSecret() throws Exception {
    Detection detection =
        judged(
            (secret, run) ->
                Map.of(at(Kind.BRANCH, LEAK), secret & 1, at(Kind.BRANCH, SAME_LINE), secret & 2));
    assertThat(detection).isEqualTo(new Detection(List.of(BRANCH), 2 + 5, true, ""));
  }

  /** With the secret elsewhere they have the same addresses. */
  @Test
  void saysThatNoRunReadTheSecret() throws Exception {
    Script unread = (secret, run) -> Map.of(READ, 1);
    assertThat(judged(unread).verdict()).isEqualTo(Verdict.NOT_READ);
    Script random = (secret, run) -> Map.of(READ, run);
    assertThat(judged(random).verdict()).isEqualTo(Verdict.NOT_READ);
    Script leak = (secret, run) -> Map.of(READ, 1, at(Kind.BRANCH, LEAK), secret & 1);
    assertThat(judged(leak).verdict()).isEqualTo(Verdict.DECIDED);
  }

  @Test
  void findsNothingInEqualRuns() throws Exception {
    assertThat(judged((secret, run) -> Map.of(at(Kind.BRANCH, LEAK), 1)))
        .isEqualTo(new Detection(List.of(), 2 + 5, true, ""));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 8, true", // steps of a run, the secret that has another path
    "40000, 6, true",
    "40000, 7, false", // 300,000 steps in all
    "1000000, 5, true",
    "1000000, 6, false", // six secrets at least
  })
  void comparesSecretsUpToLimitOfStepsButSixAtLeast(long steps, int leaking, boolean isFound)
      throws Exception {
    Detection detection =
        judged(
            steps,
            Set.of(),
            (secret, run) -> Map.of(at(Kind.BRANCH, LEAK), secret == leaking ? 1 : 0));
    assertThat(detection.places()).hasSize(isFound ? 1 : 0);
    assertThat(detection.isDecided()).isTrue();
  }

  /** The runs from the first pair on are 4 to 13, in turns of both secrets, the first is 0. */
  @Test
  void ignoresDifferenceThatRunsWithTheSameSecretHaveTwice() throws Exception {
    long place = at(Kind.ADDRESS, LEAK);
    assertThat(
            judged((secret, run) -> Map.of(place, secret != 0 ? 1 : (run & 2) == 0 ? 0 : 2))
                .places())
        .isEmpty();
    assertThat(judged((secret, run) -> Map.of(place, secret != 0 ? 1 : run == 6 ? 2 : 0)).places())
        .hasSize(1);
  }

  /** Run 9 is in the first five pairs, 22 and 35 in two more attempts. */
  @Test
  void ignoresDifferenceThatOneOfFivePairsLacks() throws Exception {
    Detection detection =
        judged(
            (secret, run) -> Map.of(at(Kind.BRANCH, LEAK), secret == 1 && run % 13 != 9 ? 1 : 0));
    assertThat(detection.places()).isEmpty();
    assertThat(detection.isDecided()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void leavesOutAcceptedMethodAndIsUndecidedOnlyIfPathsPartThere(Kind kind) throws Exception {
    Detection detection =
        judged(100, Set.of("A.b"), (secret, run) -> Map.of(at(kind, LEAK), secret));
    assertThat(detection.places()).isEmpty();
    assertThat(detection.remark())
        .isEqualTo(kind == Kind.TIME ? "paths part at A.b(A.java:7) and do not meet again" : "");
    assertThat(detection.isDecided()).isEqualTo(kind != Kind.TIME);
  }

  @Test
  void decidesByBranchWherePathsPartThatIsNotAccepted() throws Exception {
    Detection detection =
        judged(
            (secret, run) ->
                Map.of(at(Kind.TIME, LEAK), secret & 1, at(Kind.BRANCH, LEAK), secret & 1));
    assertThat(detection.places()).containsExactly(BRANCH);
    assertThat(detection.isDecided()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "BRANCH, 16, 8, false", // then no other secret is compared, and nothing passed over
    "TIME, 16, 8, false",
    "ADDRESS, 16, 10, true",
    "BRANCH, 48, 5, true", // in the interpreter, which is not judged anyway
  })
  void isUndecidedIfPathsOfTheSameSecretDiffer(Kind kind, long pc, long notJudged, boolean decided)
      throws Exception {
    Detection detection = judged((secret, run) -> Map.of(at(kind, pc), run));
    String remark = decided ? "" : "runs with the same secret differ behind A.b(A.java:7)";
    assertThat(detection).isEqualTo(new Detection(List.of(), notJudged, decided, remark));
  }

  @Test
  void namesAcceptedMethodThatDoesNotRunUnlessCodeIsInterpreted() throws Exception {
    Script equal = (secret, run) -> Map.of();
    assertThat(judged(100, Set.of("A.b", "C.d"), equal).unmatched()).isEmpty();
    assertThat(judged(COMPILED, Set.of("A.b", "C.d"), equal).unmatched()).isEqualTo("C.d");
  }

  @Test
  void isUndecidedWithOneSecret() throws Exception {
    PathsDetector.Runs runs = new ScriptedRuns(100, (secret, run) -> Map.of());
    assertThat(new PathsDetector().judge(runs, List.of(new byte[1]), Set.of()))
        .isEqualTo(Detection.impossible(Secrets.NONE_COMPARABLE));
  }
}
