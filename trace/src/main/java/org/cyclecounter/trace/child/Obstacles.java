// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.cyclecounter.spi.nativelib.Platform;

/** Sentences for what keeps instructions from being counted; empty for nothing. */
public final class Obstacles {

  /** The handler or the flag was not as before; beside negated numbers of errors. */
  private static final long NOT_RESTORED = -1000;

  /** The processor is an emulator's. */
  private static final long EMULATED = -2000;

  private static final int SIGNAL = 128;

  private Obstacles() {}

  /** Tries single steps in this process, with the library loaded. */
  public static String ofSteps() {
    String known = ofThisProcess();
    return known.isEmpty() ? ofSelfTest(Stepper.selfTest()) : known;
  }

  /** Looks at this process: what is known without stepping. */
  static String ofThisProcess() {
    return of(
        Platform.current().prefix(),
        System.getProperty("java.vm.name", ""),
        System.getProperty("java.home", ""),
        status());
  }

  /**
   * Judges a process by its facts.
   *
   * @param platform as {@link Platform#prefix}
   * @param status the text of /proc/self/status, proc(5)
   */
  static String of(String platform, String vm, String javaHome, String status) {
    if (!platform.equals("linux-x86-64")) {
      return "Instructions can be counted on Linux on x86-64 only; this is " + platform + ".";
    }
    if (!vm.contains("Server VM") || javaHome.isEmpty()) {
      return "Instructions can be counted in HotSpot with its compilers only; this is "
          + (vm.isEmpty() ? "another JVM" : vm)
          + ".";
    }
    String tracer = tracer(status);
    if (!tracer.equals("0")) {
      return "Process "
          + tracer
          + " traces this one, as a debugger or strace does, and takes its traps: end it.";
    }
    return "";
  }

  private static String status() {
    try {
      return Files.readString(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1);
    } catch (IOException | SecurityException e) {
      return ""; // no /proc: the self-test decides
    }
  }

  private static String tracer(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("TracerPid:"))
        .map(line -> line.substring("TracerPid:".length()).strip())
        .findFirst()
        .orElse("0");
  }

  /** Explains a result of {@link Stepper#selfTest}. */
  static String ofSelfTest(long result) {
    if (result == 0) {
      return "";
    }
    if (result == EMULATED) {
      return "This processor is emulated by QEMU, whose steps and features are not a processor's.";
    }
    if (result < 0 && result != NOT_RESTORED) {
      return String.format(
          Locale.ROOT,
          "The kernel refuses the handler of single steps with error %d: a sandbox, such as a"
              + " seccomp filter, forbids rt_sigaction or sigaltstack.",
          -result);
    }
    return String.format(
        Locale.ROOT,
        "Single steps do not arrive here as the processor makes them: %,d of 2,000 instructions"
            + " were counted; a sandbox, an emulator or a hypervisor drops the trap flag.",
        Math.max(0, result - 1));
  }

  /** Explains how the JVM of the self-test ended without its result. */
  static String ofEnd(int exitStatus, String lastLine) {
    if (exitStatus > SIGNAL) {
      return "The JVM that tried single steps was ended by signal "
          + (exitStatus - SIGNAL)
          + ": a sandbox or an emulator does not allow them.";
    }
    return "The JVM that tried single steps ended with status "
        + exitStatus
        + (lastLine.isEmpty() ? "." : ": " + lastLine);
  }
}
