// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.time.Duration;
import java.util.OptionalLong;
import org.cyclecounter.Counted;
import org.cyclecounter.Measured;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.jspecify.annotations.Nullable;

/**
 * The sentences of a report on a counter that works, and on any probe. Rates are in Hz, precisions
 * and penalties in cycles of {@code cyclesPerSecond()}. Nothing reads sentences back: the numbers
 * in them are in the report, too.
 */
public final class UsableReasons {

  /** Of the counter in use, in a report that could not wait for the others' probes. */
  public static final String PENDING = "in use; the other counters were not probed in time";

  /** Added for a counter that failed elsewhere: its promise of {@code mayCrash()} is checked. */
  public static final String NOT_HARMLESS = "; mayCrash() returned false, but it crashed or hung";

  /**
   * In nanoseconds. Without a hypervisor in between the slowest instruction that reads a counter
   * takes some ten, with the kernel's protocol around it; an exit to a hypervisor takes 700 and
   * more.
   */
  public static final int SLOW_NS = 200;

  /** Rates that differ by less are taken for equal: what is observed is within one in a hundred. */
  private static final double SAME_RATE = 0.05;

  private UsableReasons() {}

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
   * @param seen the measurement from Java; null if it was not made
   * @param penaltyCycles what scoring adds for the counter's kind
   * @param deniedHz the rate that the machine reports and the clock refutes, in Hz; 0 for none
   */
  public static String works(
      Measured measured, @Nullable JavaMeasurement seen, long penaltyCycles, long deniedHz) {
    OptionalLong inC = measured.differenceInC();
    OptionalLong java = measured.differenceFromJava();
    String resolution = inC.isPresent() ? cycles(inC.getAsLong()) + " (C)" : "";
    if (java.isPresent()) {
      long cycles = java.getAsLong();
      resolution += (inC.isPresent() ? ", " + cycles : cycles(cycles)) + " (Java)";
    }
    long typical = seen == null ? 0 : seen.typicalCycles();
    String typically = typical > 0 ? ", typically " + typical : "";
    String works = "usable: resolution " + resolution + typically + ", penalty " + penaltyCycles;
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

  /**
   * Says that noise decided on the multiplier; the end of a sentence, or nothing.
   *
   * @param cyclesPerTick about; 0 if noise did not decide
   * @param otherwise the verb of what another selection may do
   */
  public static String borderline(double cyclesPerTick, String otherwise) {
    String multiple = "; borderline: the estimated frequency is ";
    return cyclesPerTick == 0
        ? ""
        : multiple
            + Math.round(cyclesPerTick * 1000) / 1e3
            + " times its rate, so another selection may "
            + otherwise;
  }

  /** Says why the scope is a core, where a wider one was declared; {@code why} may be empty. */
  public static String narrowed(String why) {
    String remedy = "; to compare cores, minimumScope SYSTEM takes another counter";
    return why.isEmpty() ? "" : "; scope core: " + why + remedy;
  }

  /**
   * Says that a counter of ticks makes more or less cycles in a second than the CPU is said to,
   * which most programs divide by; the end of a sentence, or nothing.
   *
   * @param counted its unit; null if it is not known
   * @param perTick the cycles of a tick
   * @param hz the CPU's estimated frequency
   */
  public static String offRate(
      @Nullable Counted counted, Measured measured, double perTick, long hz) {
    // NaN where nothing was observed: no comparison with it is true.
    double observed = measured.observedHz().orElse(Double.NaN) * perTick;
    String why = "; a second has " + Math.round(observed) + " of its cycles, and not ";
    return counted == Counted.TICKS && Math.abs(observed / hz - 1) > SAME_RATE
        ? why + hz + " (cyclesPerSecond()): to get seconds, divide by the former"
        : "";
  }

  /**
   * Says where a counter was probed, and for how long.
   *
   * @param natively false for a child JVM
   * @param prints true if its provider writes to the standard output or error: a remark
   */
  public static String probed(boolean natively, Duration cost, boolean prints) {
    long tenths = (cost.toNanos() + 50_000) / 100_000;
    String way = natively ? "probed natively, " : "probed in a child JVM, ";
    return way + tenths / 10 + "." + tenths % 10 + " ms" + (prints ? ", it prints" : "");
  }

  private static String cycles(long cycles) {
    return cycles == 1 ? "1 cycle" : cycles + " cycles";
  }
}
