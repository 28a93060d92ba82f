// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.cyclecounter.instructions.count.CountPlan;
import org.cyclecounter.instructions.count.Counting;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.PhaseListener;
import org.cyclecounter.instructions.stepping.Stepper;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts in child JVMs, where single steps arrive. */
@Tag("smoke")
class InstructionCounterTest {

  private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();
  private static final String KNOWN = "Java_org_cyclecounter_instructions_KnownCode_";

  @BeforeAll
  static void canCount() {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
  }

  private static InstructionCounter counter(int jvms, int warmUp) {
    return InstructionCounter.create().jvms(jvms).warmUp(warmUp).limit(FOREVER);
  }

  private static long instructions(InstructionCount count, String method) {
    return count.lines().stream()
        .filter(counted -> counted.line().getMethodName().equals(method))
        .mapToLong(LineCount::instructions)
        .sum();
  }

  private static void countsKnownCode(InstructionCount count) {
    assertThat(instructions(count, KNOWN + "loop")).isEqualTo(2 * 1000 + 1);
    assertThat(instructions(count, KNOWN + "string")).isEqualTo(10); // repetitions are one each
    assertThat(instructions(count, KNOWN + "calls")).isEqualTo(4 * 100 + 1); // with system calls
  }

  /** Has no limit, either. */
  @Test
  void countsKnownCodeExactlyLineByLine() {
    InstructionCount count = counter(2, 3_000).count(KnownCode.class);
    countsKnownCode(count);
    assertThat(count.lines())
        .extracting(counted -> counted.line().getClassName())
        .contains("", KnownCode.class.getName());
    assertThat(count.lines().stream().mapToLong(LineCount::instructions).sum())
        .isEqualTo(count.instructions());
    assertThat(count.runs()).isEqualTo(10);
    assertThat(count.conditions())
        .startsWith("Java " + System.getProperty("java.runtime.version"))
        .endsWith("3000 warm-up runs");
  }

  @Test
  @Tag("gate")
  void countsKnownCodeExactlyByStepsAlone() throws Exception {
    Target target = Target.ofName(KnownCode.class.getName(), "");
    CountPlan plan = new CountPlan(3_000, 1, FOREVER, false, true);
    countsKnownCode(new Counting(target, plan, PhaseListener.NONE).count());
  }

  @Test
  @Tag("gate")
  void namesLinesThatDifferBetweenJvms() {
    InstructionCount count = counter(2, 300).count(FailingOperations.OfProcess.class);
    assertThat(count.agreeing()).as(count.toString()).isEqualTo(5);
    assertThat(SteppingSentences.ofUnequalRuns("pid", count))
        .startsWith("pid is not repeatable in fresh JVMs: 5 of 10 runs have ")
        .contains(FailingOperations.OfProcess.class.getName() + ".call");
  }

  /** The same, in a JVM that has filled maps with keys of other classes. */
  static final class PollutedTreeMapBuild extends JdkOperations.TreeMapBuild {
    PollutedTreeMapBuild() {
      for (Object[] keys : new Object[][] {{1L, 2L, 3L}, {1.0, 2.0}, {'a', 'b', 'c'}}) {
        for (int i = 0; i < 10_000; i++) {
          Map<Object, Object> map = new TreeMap<>();
          for (Object key : keys) {
            map.put(key, key);
          }
        }
      }
    }
  }

  @Test
  @Tag("gate")
  void countDoesNotDependOnWhatTheJvmRanBefore() {
    assertThat(counter(1, 20_000).count(PollutedTreeMapBuild.class).instructions())
        .isEqualTo(counter(1, 20_000).count(JdkOperations.TreeMapBuild.class).instructions());
  }

  /**
   * Fails if a counted run's array does not begin a page, or lies far behind the run's before; or
   * if the warm-up's first does not begin one.
   */
  static final class Allocating implements Callable<Object> {
    private static final int PAGE = 4096;
    private static final int NEAR = 16 * PAGE;

    private static int objects;

    private final boolean isSecond = ++objects == 2;
    private int calls;
    private long before;

    @Override
    public Object call() {
      byte[] array = new byte[100];
      long address = Stepper.address(array);
      boolean isRun = ++calls > 10 && calls <= 16; // others are of a row, or their bytes count
      int room = isRun || isSecond && calls == 1 ? 0 : PAGE;
      if (address % PAGE > room) {
        throw new IllegalStateException("at " + address % PAGE + " of a page");
      }
      if (isRun && calls > 11 && (address < before || address > before + NEAR)) {
        throw new IllegalStateException(address - before + " bytes behind the run before");
      }
      before = address;
      return array;
    }
  }

  @Test
  @Tag("gate")
  void beginsWarmUpAndCountedRunAtNextPage() {
    assertThat(counter(1, 10).count(Allocating.class).runs()).isEqualTo(5);
  }

  @Test
  @Tag("gate")
  void countsByStepsWhereAnInt3EndsTheJvm() {
    assertThat(counter(1, 300).count(LostSteps.Blocked.class).instructions()).isPositive();
  }

  private static InstructionCount trapped(Class<?> type, boolean isStepped) throws Exception {
    CountPlan plan = new CountPlan(FailingOperations.Trapped.WARM_UP, 1, FOREVER, false, isStepped);
    Target target = Target.ofName(type.getName(), "");
    return new Counting(target, plan, PhaseListener.NONE).count();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("gate")
  void countsInterpretedOperationWithoutItsCall(boolean isStepped) throws Exception {
    assertThat(trapped(FailingOperations.Trapped.class, isStepped).lines())
        .extracting(counted -> counted.line().getMethodName())
        .containsExactly("Interpreter");
  }

  /** Stepped, a read sees the kernel change the clock, and reads again; it seldom has to wait. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("gate")
  void countsEachReadOfClockOnce(boolean isStepped) throws Exception {
    InstructionCount count = trapped(FailingOperations.TrappedClock.class, isStepped);
    if (count.isRepeatable()) {
      assertThat(instructions(count, "I2C/C2I adapters")).as("to the callee").isPositive();
    } else {
      assertThat(instructions(count, "clock_gettime")).as("waiting").isBetween(1L, 25L);
    }
  }

  /** JNI takes other instructions for null. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3_000})
  @Tag("gate")
  void countsNullAsAnyOtherResult(int warmUp) {
    InstructionCount first = counter(1, warmUp).count(FailingOperations.NullFirst.class);
    InstructionCount never = counter(1, warmUp).count(FailingOperations.NullNever.class);
    assertThat(first.instructions()).as(first + " " + never).isEqualTo(never.instructions());
    assertThat(first.lines()).allMatch(line -> line.instructions() > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "FailingOperations$Throwing, ' threw java.lang.IllegalStateException: this one  throws'",
    "FailingOperations$Exiting, ' ended with status 7.'",
    "FailingOperations$MadeOnce, ' cannot be made: java.lang.IllegalStateException: made before'",
    "LostSteps$Replaced, ' was not counted: stepping was lost; it or code that it called changed"
        + " the trap flag or the handler of SIGTRAP.'"
  })
  @Tag("gate")
  @SuppressWarnings("unchecked")
  void saysInOneSentenceWhyAnOperationCannotBeCounted(String operation, String end)
      throws ClassNotFoundException {
    String name = getClass().getPackageName() + "." + operation;
    Class<? extends Callable<?>> type = (Class<? extends Callable<?>>) Class.forName(name);
    assertThatThrownBy(() -> counter(1, 300).count(type))
        .isInstanceOf(CountException.class)
        .hasMessageEndingWith(name + end)
        .hasMessageContaining(
            operation.endsWith("MadeOnce")
                ? "The constructor has to run twice in a JVM, and failed the second time. The "
                : "");
  }

  @Test
  @Tag("gate")
  void namesTheMethodThatShortensALongWarmUp() {
    InstructionCounter counter = counter(1, Integer.MAX_VALUE).limit(Duration.ofSeconds(2));
    assertThatThrownBy(() -> counter.count(KnownCode.class))
        .isInstanceOf(CountException.class)
        .hasMessageContaining("did not end within 2.0 s of processor time; set a smaller warmUp");
  }
}
