// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import com.example.faults.NativeFault.Group;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Counters of the kit for packaged libraries, each with a fault in C. */
public final class NativeFaults implements CycleCounterProvider {

  /** In the order of {@code faults.c}: each read takes its process down, or never returns. */
  static final List<String> ENDING =
      words(
          "fault-sigill fault-sigsegv fault-sigbus fault-sigfpe fault-sigtrap fault-abort"
              + " fault-native-stack-overflow fault-jump-to-nowhere fault-native-loop"
              + " fault-native-exit-0 fault-native-exit-1 fault-native-exit-8"
              + " fault-native-exit-70");

  /** In the order of {@code counted.c}. */
  private static final List<String> COUNTED =
      List.of("fault-stops-returning", "fault-fifth-read", "fault-2500th-read");

  /** What comes next in {@code counted.c}. */
  private static final int HEALTHY = COUNTED.size();

  /** In the order of {@code process_state.c}. */
  private static final List<String> PROCESS =
      List.of("fault-stops-process", "fault-cancels-timers", "fault-locks-memory");

  private static final List<String> AMD64_REGISTERS =
      words("rbx rbp r12 r13 r14 r15 direction rounding flush x87 alignment");

  private static final List<String> ARM64_REGISTERS =
      words(
          "x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 d8 d9 d10 d11 d12 d13 d14 d15 rounding"
              + " flush");

  /** For another process to make its own. */
  public NativeFaults() {}

  @Override
  public List<CounterSource> counters() {
    List<CounterSource> counters = new ArrayList<>();
    add(counters, "", Group.ENDING, ENDING);
    int segv = ENDING.indexOf("fault-sigsegv");
    counters.add(new NativeFault("fault-lying-native", Group.ENDING, segv, false));
    counters.add(new NativeFault.StopsReturning(COUNTED.get(0), 0));
    for (int i = 1; i < COUNTED.size(); i++) {
      counters.add(new NativeFault(COUNTED.get(i), Group.COUNTED, i, true));
    }
    counters.add(
        new NativeFault.OrderedReads(
            "fault-ordered-reads", ENDING.indexOf("fault-sigill"), HEALTHY));
    add(counters, "", Group.PROCESS, PROCESS);
    switch (System.getProperty("os.arch")) {
      case "amd64" -> add(counters, "fault-amd64-", Group.REGISTERS, AMD64_REGISTERS);
      case "aarch64" -> add(counters, "fault-arm64-", Group.REGISTERS, ARM64_REGISTERS);
      default -> {} // registers.c has none
    }
    counters.add(
        new NativeFault.BadCheck(
            "fault-check-crash",
            HEALTHY,
            () -> {
              NativeFault.run(Group.ENDING, segv);
              return System::nanoTime;
            }));
    counters.add(new NativeFault.BadCheck("fault-check-exit", HEALTHY, JavaFaults::exit));
    counters.add(new BadLibrary("fault-library-constructor", "example-faults-constructor-1"));
    counters.add(new BadLibrary("fault-library-onload", "example-faults-onload-1"));
    return List.copyOf(counters);
  }

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  private static void add(
      List<CounterSource> counters, String prefix, Group group, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      counters.add(new NativeFault(prefix + names.get(i), group, i, true));
    }
  }
}
