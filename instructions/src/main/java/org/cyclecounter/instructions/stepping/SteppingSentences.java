// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.spi.nativelib.Platform;

/** The sentences about obstacles to counting, failures, and counts that differ; empty for none. */
public final class SteppingSentences {

  /** The processor is an emulator's. */
  private static final long EMULATED = -2000;

  private static final int SIGNAL = 128;

  /** The most lines that a sentence names. */
  public static final int MAX_LINES = 5;

  private SteppingSentences() {}

  /** Tries single steps in this process, with the library loaded. */
  public static String ofSteps() {
    String known = ofThisProcess();
    return known.isEmpty() ? ofSelfTest(Stepper.selfTest()) : known;
  }

  /** Checks this process, as far as possible without stepping. */
  public static String ofThisProcess() {
    return of(
        Platform.current().prefix(),
        System.getProperty("java.vm.name", ""),
        file("/proc/self/status"));
  }

  /**
   * Judges a process by its facts.
   *
   * @param platform as {@link Platform#prefix}
   * @param status the text of /proc/self/status, proc(5)
   */
  static String of(String platform, String vm, String status) {
    if (!platform.equals("linux-x86-64")) {
      return "Instructions can be counted on Linux on x86-64 only; this is " + platform + ".";
    }
    if (!vm.contains("Server VM")) {
      return sentence(
          "Instructions can be counted in HotSpot with its compilers only; this is %s.",
          vm.isEmpty() ? "another JVM" : vm);
    }
    String tracer = field(status, "TracerPid");
    if (tracer.matches("[1-9]\\d*")) { // unknown without /proc: the self-test decides
      return sentence(
          "Process %s traces this one, as a debugger or strace does, and takes its traps: end it.",
          tracer);
    }
    return "";
  }

  /** Reads a file of the kernel's; empty if there is none. */
  public static String file(String path) {
    try {
      return Files.readString(Path.of(path), StandardCharsets.ISO_8859_1);
    } catch (IOException | SecurityException e) {
      return "";
    }
  }

  /** Returns a field of such a file, the first of its name. */
  public static String field(String text, String name) {
    Matcher matcher = Pattern.compile("(?m)^" + name + "\\s*:\\s*(.*)$").matcher(text);
    return matcher.find() ? matcher.group(1) : "unknown";
  }

  /** Judges a result of {@link Stepper#selfTest}. */
  static String ofSelfTest(long result) {
    if (result == EMULATED) {
      return "This processor is emulated by QEMU, whose steps and features are not a processor's.";
    }
    if (result < 0) {
      return sentence(
          "The kernel refuses the handler of single steps with error %d: a sandbox, such as a"
              + " seccomp filter, forbids rt_sigaction or sigaltstack.",
          -result);
    }
    if (result > 0) {
      return sentence(
          "Single steps do not arrive here as the processor makes them: %,d of 2,042 instructions"
              + " were counted; a sandbox, an emulator or a hypervisor drops the trap flag.",
          result - 1);
    }
    return "";
  }

  /** Explains why the profiles of a class, or of all, are still there. */
  static String ofProfiles(String signature, String error) {
    return sentence(
        "The profiles of %s cannot be dropped (JVMTI error %s): the count would depend on the JVM's"
            + " start.",
        signature.isEmpty() ? "the JVM's classes" : RunTable.normalized(signature + "\t").strip(),
        error);
  }

  /** Explains how a JVM ended without a result. */
  static String ofEnd(String task, int status, String lastOutput) {
    return status > SIGNAL
        ? sentence(
            "The JVM that %s was ended by signal %d: it crashed, or a sandbox or an emulator does"
                + " not allow this.",
            task, status - SIGNAL)
        : sentence(
            "The JVM that %s ended with status %d%s",
            task, status, lastOutput.isEmpty() ? "." : ": " + lastOutput);
  }

  /**
   * Explains why a JVM did not end.
   *
   * @param hundredths of the warm-up, and 100 more in those of the runs behind it
   * @param shorter the option that shortens the warm-up; empty for none
   */
  static String ofDelay(
      String task, Duration limit, boolean isWaiting, int hundredths, String shorter) {
    double seconds = limit.toMillis() / 1000.0;
    String remedy = hundredths < 100 ? shorter : "give it less to do";
    return isWaiting
        ? sentence(
            "The JVM that %s did not end within %.1f s, most of which it waited: for a lock,"
                + " input, or a time to pass.",
            task, 10 * seconds)
        : sentence(
            "The JVM that %s did not end within %s s of processor time; %sset a longer --limit.",
            task, seconds, remedy.isEmpty() ? "" : remedy + ", or ");
  }

  /** Names the options as a method of Java or an option of JMH's profiler. */
  public static String withoutDashes(String sentence) {
    return sentence.replace("--warm-up", "warmUp").replace("--limit", "limit");
  }

  /** Explains why a count is not repeatable. */
  public static String ofUnequalRuns(String operation, InstructionCount count) {
    String differing =
        count.lines().stream()
            .limit(MAX_LINES)
            .map(counted -> name(counted.line()) + " by " + counted.instructions())
            .collect(Collectors.joining(", "));
    return sentence(
        "%s is not repeatable in fresh JVMs: %d of %d runs have %d instructions; the runs"
            + " differ in %s",
        operation, count.agreeing(), count.runs(), count.instructions(), differing);
  }

  /** Names the numbers that only some calls have beside the commonest. */
  public static String ofSomeCalls(String operation, InstructionCount count) {
    return count.calls().stream()
        .map(one -> one.instructions() + " " + one.often())
        .collect(
            Collectors.joining(
                ", ", sentence("a call of %s has %d, but ", operation, count.instructions()), ""));
  }

  /** Returns a line of code as it is printed; of a stub, its symbol. */
  public static String name(StackTraceElement line) {
    return line.getClassName().isEmpty() ? line.getMethodName() : line.toString();
  }

  /** Formats in the same way in every language. */
  public static String sentence(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
