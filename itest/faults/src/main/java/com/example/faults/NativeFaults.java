// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import com.example.faults.NativeFault.Group;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Counters that use the API's support for packaged libraries, each with a fault in C. */
public final class NativeFaults implements CycleCounterProvider {

  private static final List<String> ENDING =
      words(
          "fault-sigill fault-sigsegv fault-sigbus fault-sigfpe fault-sigtrap fault-abort"
              + " fault-native-stack-overflow fault-jump-to-nowhere fault-native-loop"
              + " fault-native-exit-0 fault-native-exit-1 fault-native-exit-8"
              + " fault-native-exit-70");

  private static final List<String> COUNTED =
      words("fault-stops-returning fault-fifth-read fault-2500th-read");

  /** The next of {@code counted.c}. */
  private static final int HEALTHY = COUNTED.size();

  private static final List<String> PROCESS =
      words(
          "fault-stops-process fault-cancels-timers fault-interval-timer"
              + " fault-ignores-sigpipe");

  private static final int SEGV = 1;

  @Override
  public List<CounterSource> counters() {
    List<CounterSource> counters = new ArrayList<>();
    add(counters, "", Group.ENDING, ENDING);
    add(counters, "", Group.COUNTED, COUNTED);
    add(counters, "", Group.PROCESS, PROCESS);
    switch (System.getProperty("os.arch")) {
      case "amd64" ->
          add(
              counters,
              "fault-amd64-",
              Group.REGISTERS,
              words("rbx rbp r12 r13 r14 r15 direction rounding flush x87 alignment"));
      case "aarch64" ->
          add(
              counters,
              "fault-arm64-",
              Group.REGISTERS,
              words(
                  "x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 d8 d9 d10 d11 d12 d13 d14 d15"
                      + " rounding flush"));
      default -> {} // registers.c has none
    }
    counters.add(new NativeFault("fault-lying-native", Group.ENDING, SEGV, false));
    counters.add(new NativeFault.OrderedReads("fault-ordered-reads", HEALTHY));
    counters.add(
        new NativeFault.BadCheck(
            "fault-check-crash", HEALTHY, () -> NativeFault.run(Group.ENDING, SEGV)));
    counters.add(new NativeFault.BadCheck("fault-check-exit", HEALTHY, Way.EXIT_WELL::take));
    counters.add(new BadLibrary("fault-library-constructor", "example-faults-constructor-1"));
    counters.add(new BadLibrary("fault-library-onload", "example-faults-onload-1"));
    return counters;
  }

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  /** The names are in the order of the functions in the group's C file. */
  private static void add(
      List<CounterSource> counters, String prefix, Group group, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      counters.add(new NativeFault(prefix + names.get(i), group, i, true));
    }
  }
}
