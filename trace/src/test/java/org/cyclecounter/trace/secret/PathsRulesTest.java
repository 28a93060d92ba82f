// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.trace.Place.Kind;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules by which differences between recorded runs become places, with scripted runs. */
class PathsRulesTest {

  private static final long CODE = 100;
  private static final long OTHER_CODE = 200;
  private static final long INTERPRETER = 300;

  /** Runs whose differences a test says. */
  private static class Script implements Recording {

    final List<byte[]> secrets = new ArrayList<>();
    final Map<Long, List<StackTraceElement>> stacks = new HashMap<>();
    private final byte[][] slots = new byte[4][];
    private int samePairs;
    long steps = 10;
    long[] counts = {CODE, 7};
    int passedOver;

    Script(int secretCount) {
      for (int i = 0; i < secretCount; i++) {
        secrets.add(new byte[] {(byte) i});
      }
      stacks.put(CODE, List.of(new StackTraceElement("A", "b", "A.java", 1)));
      stacks.put(OTHER_CODE, List.of(new StackTraceElement("C", "d", "C.java", 2)));
      stacks.put(INTERPRETER, List.of(new StackTraceElement("", "Interpreter", null, -2)));
    }

    /** The difference of runs with the first secret and this one; 0 for none. */
    long between(int secret) {
      return 0;
    }

    /** The difference of runs with the same secret, the number-th that are compared; 0 for none. */
    long betweenSame(int number) {
      return 0;
    }

    Judgement judge(String... accepted) throws Exception {
      return new Paths().judge(this, secrets, Set.of(accepted));
    }

    @Override
    public boolean makeRoom() {
      return false;
    }

    @Override
    public long record(byte[] secret, int slot) {
      slots[slot] = secret;
      return steps;
    }

    @Override
    public long[] differences(int first, int second) {
      boolean isSame = Arrays.equals(slots[first], slots[second]);
      long found =
          isSame ? betweenSame(samePairs++) : between(Math.max(slots[first][0], slots[second][0]));
      return found == 0 ? new long[] {passedOver} : new long[] {passedOver, found};
    }

    @Override
    public long[] places() {
      return counts;
    }

    @Override
    public Stacks stacks(Set<Long> places) {
      return new Stacks(stacks);
    }

    @Override
    public void progress(int percent) {}
  }

  private static long at(Kind kind, long pc) {
    return Recorder.difference(kind, pc);
  }

  /** Runs with another secret than the first differ in one way. */
  private static Script differing(Kind kind, long pc) {
    return new Script(3) {
      @Override
      long between(int secret) {
        return at(kind, pc);
      }
    };
  }

  @Nested
  class OfPairs {

    @Test
    void differenceOfAllPairsIsPlace() throws Exception {
      for (Kind kind : List.of(Kind.BRANCH, Kind.ADDRESS, Kind.DIVISION)) {
        Judgement judgement = differing(kind, CODE).judge();
        assertThat(judgement.isDecided()).isTrue();
        assertThat(judgement.places()).hasSize(1);
        assertThat(judgement.places().get(0).kind()).isEqualTo(kind);
        assertThat(judgement.places().get(0).stack().get(0).getMethodName()).isEqualTo("b");
      }
    }

    @Test
    void runsThatAreEqualHaveNoPlace() throws Exception {
      Judgement judgement = new Script(3).judge();
      assertThat(judgement.places()).isEmpty();
      assertThat(judgement.isDecided()).isTrue();
      assertThat(judgement.remark()).isEmpty();
      assertThat(judgement.notJudged()).isZero();
    }

    @Test
    void differenceOfSomePairsIsNoPlace() throws Exception {
      Script script =
          new Script(3) {
            private int asked;

            @Override
            long between(int secret) {
              return asked++ % 3 == 2 ? 0 : at(Kind.ADDRESS, CODE);
            }
          };
      assertThat(script.judge().places()).isEmpty();
    }

    /** One run that is unlike the others with its secret is forgiven, two are not. */
    @Test
    void differenceThatTwoRunsWithTheSameSecretHaveIsNoPlace() throws Exception {
      assertThat(disturbed(1).judge().places()).hasSize(1);
      Judgement judgement = disturbed(2).judge();
      assertThat(judgement.places()).isEmpty();
      assertThat(judgement.isDecided()).isTrue();
    }

    /** Of each eleven pairs of runs with the same secret, an attempt's, some differ. */
    private Script disturbed(int pairs) {
      return new Script(2) {
        @Override
        long between(int secret) {
          return at(Kind.ADDRESS, CODE);
        }

        @Override
        long betweenSame(int number) {
          return number % 11 > 11 - 1 - pairs ? at(Kind.ADDRESS, CODE) : 0;
        }
      };
    }

    private Script unstable(Kind kind) {
      return new Script(3) {
        @Override
        long between(int secret) {
          return at(kind, CODE);
        }

        @Override
        long betweenSame(int number) {
          return at(kind, CODE);
        }
      };
    }

    @Test
    void runsWithTheSameSecretMayUseOtherAddresses() throws Exception {
      Judgement judgement = unstable(Kind.ADDRESS).judge();
      assertThat(judgement.places()).isEmpty();
      assertThat(judgement.isDecided()).isTrue();
      assertThat(judgement.notJudged()).isEqualTo(7);
    }

    @Test
    void runsWithTheSameSecretThatBranchOtherwiseDecideNothing() throws Exception {
      Judgement judgement = unstable(Kind.BRANCH).judge();
      assertThat(judgement.isDecided()).isFalse();
      assertThat(judgement.remark())
          .isEqualTo("runs with the same secret differ behind A.b(A.java:1)");
      assertThat(judgement.notJudged()).isEqualTo(7);
    }
  }

  @Nested
  class OfAcceptedCode {

    @Test
    void branchOfAcceptedMethodIsNoPlaceAndStillDecided() throws Exception {
      Judgement judgement = differing(Kind.BRANCH, CODE).judge("A.b");
      assertThat(judgement.places()).isEmpty();
      assertThat(judgement.isDecided()).isTrue();
    }

    @Test
    void pathsThatPartInAcceptedMethodForGoodDecideNothing() throws Exception {
      Judgement judgement = differing(Kind.TIME, CODE).judge("A.b");
      assertThat(judgement.isDecided()).isFalse();
      assertThat(judgement.remark()).isEqualTo("paths part at A.b(A.java:1) and do not meet again");
    }

    @Test
    void pathsThatPartElsewhereForGoodAreNoPlaceOfTheirOwn() throws Exception {
      Judgement judgement = differing(Kind.TIME, CODE).judge();
      assertThat(judgement.places()).isEmpty();
      assertThat(judgement.isDecided()).isTrue();
    }

    @Test
    void namesAcceptedMethodOfWhichNoCodeRan() throws Exception {
      assertThat(differing(Kind.BRANCH, CODE).judge("A.b", "X.y").unmatched()).isEqualTo("X.y");
    }
  }

  @Test
  void interpretedInstructionsAreNotJudged() throws Exception {
    Script script = differing(Kind.BRANCH, INTERPRETER);
    script.counts = new long[] {CODE, 7, INTERPRETER, 40};
    script.passedOver = 2;
    Judgement judgement = script.judge("X.y");
    assertThat(judgement.places()).isEmpty();
    assertThat(judgement.notJudged()).isEqualTo(42);
    assertThat(judgement.unmatched()).as("interpreted code may be any method's").isEmpty();
  }

  /** Six secrets are compared even if a run has more steps than the whole search may take. */
  @Test
  void comparesSixSecretsOfLongRuns() throws Exception {
    assertThat(leakOfSecret(5).judge().places()).hasSize(1);
    assertThat(leakOfSecret(6).judge().places()).isEmpty();
  }

  private static Script leakOfSecret(int leaking) {
    Script script =
        new Script(8) {
          @Override
          long between(int secret) {
            return secret == leaking ? at(Kind.BRANCH, CODE) : 0;
          }
        };
    script.steps = 10_000_000;
    return script;
  }

  @Test
  void comparesMoreSecretsOfShortRuns() throws Exception {
    Script script = leakOfSecret(7);
    script.steps = 10;
    assertThat(script.judge().places()).hasSize(1);
  }

  /** Each alarm of a long run costs its ten runs: only the first two are confirmed. */
  @Test
  void confirmsTwoAlarmsOfLongRuns() throws Exception {
    Script script =
        new Script(8) {
          @Override
          long between(int secret) {
            return at(Kind.BRANCH, CODE + secret);
          }
        };
    for (int i = 1; i < 8; i++) {
      script.stacks.put(CODE + i, List.of(new StackTraceElement("A", "b" + i, "A.java", i)));
    }
    script.steps = 10_000_000;
    assertThat(script.judge().places()).hasSize(2);
  }
}
