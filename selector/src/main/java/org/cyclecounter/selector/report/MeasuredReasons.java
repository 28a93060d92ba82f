// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.Objects;
import java.util.OptionalLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Measured;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.spi.nativelib.EventState;
import org.jspecify.annotations.Nullable;

/**
 * The rejections of a measured counter, and the sentences about a working one; a part of {@link
 * Reasons}. Rates are in Hz, precisions and penalties in cycles of {@code cyclesPerSecond()}.
 */
public final class MeasuredReasons {

  /**
   * In nanoseconds. Without a hypervisor in between the slowest instruction that reads a counter
   * takes some ten, with the kernel's protocol around it; an exit to a hypervisor takes 700 and
   * more.
   */
  private static final double SLOW_NS = 200;

  private MeasuredReasons() {}

  /**
   * Says why a counter that opens cannot be used.
   *
   * @param failed a measurement whose precision is missing or has a problem
   * @param cyclesPerSecond the CPU's estimated frequency in Hz; a wrong one fits no multiplier
   * @param isOurs false for a third party's counter, whose author can correct {@code ticks()}
   */
  public static Rejection of(Measurement failed, long cyclesPerSecond, boolean isOurs) {
    Precision precision = failed.precision();
    Problem problem = precision.problem();
    if (problem == Problem.BAD_WIDTH) {
      return Rejection.of(Code.BAD_WIDTH, "" + failed.bits());
    }
    if (problem == Problem.NO_SCALING) {
      return Rejection.of(Code.NO_SCALING);
    }
    if (problem == Problem.NO_MULTIPLIER) {
      return Rejection.of(Code.NO_MULTIPLIER, "" + cyclesPerSecond);
    }
    if (precision.obstacle() != null) {
      return hindered(precision, failed.events());
    }
    boolean backwards = problem == Problem.RUNS_BACKWARDS;
    return Rejection.of(
        backwards ? Code.RUNS_BACKWARDS : Code.STANDS_STILL,
        "" + precision.attempts(),
        isOurs ? "" : "; ticks() must " + (backwards ? "never decrease" : "increase"));
  }

  /** Says why a counter that works in C cannot be used by a program; null where it can. */
  public static @Nullable Rejection of(JavaMeasurement seen) {
    return seen.obstacle() == null ? null : hindered(seen.precision(), seen.events());
  }

  /**
   * Says what keeps a counter of perf events from working. A bare-metal PMU cannot show that it
   * stands still at times: a pinned event is on it whenever its thread runs.
   */
  private static Rejection hindered(@Nullable Precision precision, @Nullable EventState events) {
    if (events != null && Measurement.isShared(events)) {
      long percent = (long) (100 * events.share()); // cut off, not rounded: never 100
      return Rejection.of(Code.SHARED, "" + percent);
    }
    return Rejection.of(Code.STILL_AT_TIMES, "" + Objects.requireNonNull(precision).equal());
  }

  /**
   * Says that a third party's counter does not follow time.
   *
   * @param kind as it declares itself
   * @param hz the observed rate
   */
  public static Rejection implausible(CounterKind kind, double hz) {
    String what = kind == CounterKind.ON_CORE ? "processor" : "processor's clock";
    return Rejection.of(Code.IMPLAUSIBLE, "" + Math.round(hz), what);
  }

  /**
   * Returns whether reads by an instruction take longer than the processor needs for it, so that
   * something intercepts it; false where reads are calls, or what they are is not known.
   */
  public static boolean isIntercepted(String instruction, double nanosPerRead) {
    return nanosPerRead > SLOW_NS && !instruction.isEmpty() && !isCall(instruction);
  }

  /** Returns whether a read executes a function, most often a system call, and no instruction. */
  public static boolean isCall(String instruction) {
    return instruction.endsWith(")");
  }

  /** Returns a clause about an intercepted read, or "" where the hypervisor intercepts nothing. */
  public static String intercepted(Measured measured, String instruction) {
    String cost = "; a read takes " + Math.round(measured.nanosPerRead()) + " ns";
    return instruction.isEmpty() ? "" : cost + ": the hypervisor intercepts " + instruction;
  }

  /**
   * Says why a counter is read through JNI that could be read in a cheaper way; the end of a
   * sentence, or nothing.
   */
  public static String notLinked(@Nullable JavaMeasurement seen) {
    String why = seen == null ? "" : seen.notLinked();
    return why.isEmpty() ? "" : "; read through JNI: " + why;
  }

  /**
   * Describes a counter that works.
   *
   * @param measured its differences: in C if it is a C function, from Java if that was measured
   * @param penaltyCycles what scoring adds for the counter's kind
   * @param deniedHz the rate that the machine reports and the clock refutes, in Hz; 0 for none
   */
  public static String works(Measured measured, long penaltyCycles, long deniedHz) {
    OptionalLong inC = measured.differenceInC();
    OptionalLong java = measured.differenceFromJava();
    String resolution = inC.isPresent() ? cycles(inC.getAsLong()) + " (C)" : "";
    if (java.isPresent()) {
      long cycles = java.getAsLong();
      resolution += (inC.isPresent() ? ", " + cycles : cycles(cycles)) + " (Java)";
    }
    String works = "usable: resolution " + resolution + ", penalty " + penaltyCycles;
    String denied = "; it does not tick at the " + deniedHz + " Hz that the machine reports";
    return deniedHz > 0 ? works + denied : works;
  }

  /**
   * Says why a counter was not selected that is as good as the selected one; the end of a sentence,
   * or nothing.
   *
   * @param selected the selected counter's name; empty if that one is better, or stands later
   */
  public static String tied(String selected) {
    return selected.isEmpty() ? "" : "; as good as " + selected + ", which stands earlier";
  }

  /** Says why the scope is a core, where a wider one was declared; {@code why} may be empty. */
  public static String narrowed(String why) {
    String remedy = "; to compare cores, minimumScope SYSTEM takes another counter";
    return why.isEmpty() ? "" : "; scope core: " + why + remedy;
  }

  private static String cycles(long cycles) {
    return cycles == 1 ? "1 cycle" : cycles + " cycles";
  }
}
