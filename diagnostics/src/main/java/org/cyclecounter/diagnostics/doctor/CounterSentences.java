// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.machine.MachineFact;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.machine.Virtualization;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.selector.report.UsableReasons;
import org.jspecify.annotations.Nullable;

/**
 * Says in words what a counter counts, and what keeps it from working.
 *
 * <p>Clauses, not sentences: {@link Diagnosis} and {@link Advice} put them behind a label. What a
 * counter counts is what its source said after it had been read; without an answer its kind
 * decides.
 */
record CounterSentences(CounterFacts facts) {

  String inUse(CounterReport selected) {
    Measured measured = selected.measured();
    String cost = measured == null ? "" : Formatted.of(", %.1f ns a read", measured.nanosPerRead());
    return selected.name() + " is in use: " + counts(selected) + cost;
  }

  private String counts(CounterReport counter) {
    Counted counted = facts.counted(counter.name()).orElse(null);
    if (isOfCore(counted) || counter.kind() == CounterKind.ON_CORE) {
      return "cycles of the core";
    }
    return counter.kind() == CounterKind.OFF_CORE
        ? "ticks of a constant-rate clock"
        : "time, scaled to cycles";
  }

  private static boolean isOfCore(@Nullable Counted counted) {
    return counted == Counted.USER_CYCLES || counted == Counted.CORE_CYCLES;
  }

  /** The gain over the counter in use. */
  String benefit(CounterReport counter, CounterReport selected) {
    Counted counted = facts.counted(counter.name()).orElse(null);
    String whose = counter.scope() == Scope.THREAD ? "the thread's " : "";
    boolean isCall = UsableReasons.isCall(facts.instruction(counter.name()));
    return Formatted.of(
        "%s, %s a system call, instead of %s",
        isOfCore(counted) ? whose + counted : counts(counter),
        isCall ? "by" : "without",
        counts(selected));
  }

  /**
   * The obstacle, in the words of the machine on which it occurred.
   *
   * <p>Without numbers or paths that {@code list} has in the counter's reason already; a switch
   * over all constants, so that a new obstacle does not compile before it has its words.
   */
  static String problem(Obstacle obstacle, Remedies remedies) {
    return switch (obstacle) {
      case NO_PMU -> "no core PMU here" + hiddenBy(remedies.machine());
      case NOT_PERMITTED -> "perf_event_open is refused" + refusedBy(remedies);
      case NO_SYSTEM_CALL -> "perf_event_open is missing, or hidden by a system-call filter";
      case FILTER_KILLS -> "a system-call filter kills what calls perf_event_open";
      case NO_USER_ACCESS -> "its event counts, but may not be read by an instruction";
      case TAKEN -> "other events hold all hardware counters";
      case SHARED -> "other events share the hardware counter";
      case STANDS_STILL -> "the virtual PMU stands still at times: the host is short of counters";
      case TOO_MANY_FILES -> "the process's limit of open files is reached";
      case SYSTEM_FILES -> "the system's limit of open files is reached";
      case LOCKED_MEMORY -> "the limit of locked memory is reached";
      case NO_LIBRARY -> "its native library cannot be loaded from any directory";
      case NATIVE_ACCESS -> "Java denies native access to its library";
      case NO_LAUNCHER -> "it may crash, and Java's launcher cannot be executed to probe it";
      case NOT_PROBED -> "it may crash, and could not be probed in isolation";
    };
  }

  /**
   * Without a hypervisor a missing PMU is the processor's or the kernel's own, and nothing is
   * added.
   */
  private static String hiddenBy(MachineFacts machine) {
    Virtualization hypervisor = machine.hypervisor(Virtualization.OTHER);
    return hypervisor.isVirtual() ? ": the hypervisor exposes none (" + hypervisor + ")" : "";
  }

  /**
   * The kernel answers a level, a filter and a security module by the same errors, EACCES and
   * EPERM, so which it was is concluded from what is in force here.
   */
  private static String refusedBy(Remedies remedies) {
    if (remedies.isLevelTooHigh()) {
      return ": kernel.perf_event_paranoid is "
          + remedies.machine().get(MachineFact.PARANOID).text()
          + (remedies.isFiltered() ? ", and a system-call filter is in force" : "");
    }
    return remedies.isFiltered()
        ? " by a system-call filter"
        : " by a security module: neither a level nor a filter does it";
  }
}
