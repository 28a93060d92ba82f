// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.doctor.Command.Place;
import org.cyclecounter.diagnostics.doctor.Warning.Kind;
import org.cyclecounter.diagnostics.machine.MachineFact;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.machine.Virtualization;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.selector.report.UsableReasons;
import org.cyclecounter.spi.nativelib.EventState;

/**
 * Finds what makes counts doubtful on a machine: the counters tell, and the kernel's settings.
 *
 * <p>For one diagnosis. It uses a counter's obstacle and measurements, never the sentence of its
 * reason, which may be reworded.
 */
record Warnings(
    SelectionReport report,
    CounterFacts facts,
    MachineFacts machine,
    Remedies remedies,
    List<Warning> warnings) {

  /** Until the next boot, as all settings that {@code sysctl -w} makes. */
  static final String WATCHDOG_OFF = "sysctl -w kernel.nmi_watchdog=0";

  static final String WATCHDOG_COSTS =
      "no security cost; a kernel that hangs with interrupts off is no longer noticed";

  /** Sentences that occur only if another program uses the PMU. */
  private static final Set<Obstacle> HELD_BY_OTHERS =
      Set.of(Obstacle.TAKEN, Obstacle.SHARED, Obstacle.STANDS_STILL);

  /** Sentences by which a filter of system calls shows, among other causes. */
  private static final Set<Obstacle> REFUSED =
      Set.of(Obstacle.NOT_PERMITTED, Obstacle.NO_SYSTEM_CALL, Obstacle.FILTER_KILLS);

  /** The name of {@link System#nanoTime()} as a counter. */
  private static final String NANO_TIME = "default-monotonic";

  /**
   * In nanoseconds. Some tens are usual if the clock is read in user mode; hundreds mean a system
   * call, and more if the kernel then reads a device.
   */
  private static final double SLOW_CLOCK_NS = 200;

  /** Returns the warnings, those about frequencies first. */
  static List<Warning> of(SelectionReport report, CounterFacts facts, MachineFacts machine) {
    Warnings all = new Warnings(report, facts, machine, new Remedies(machine), new ArrayList<>());
    new FrequencyWarnings(all).add();
    all.virtualMachine();
    all.trappedReads();
    all.clockSource();
    all.watchdog();
    all.sharedPmu();
    all.seccomp();
    all.files();
    return all.warnings;
  }

  /** Adds a warning that nothing can be done about, or nothing that is worth it. */
  void add(Kind kind, String text) {
    warnings.add(new Warning(kind, text, Remedy.NONE));
  }

  /** Adds a warning with a setting of the kernel, which root of the host changes. */
  void add(Kind kind, String text, String command, String costs) {
    warnings.add(new Warning(kind, text, remedies.inKernel(command, costs)));
  }

  private void virtualMachine() {
    Virtualization hypervisor = machine.hypervisor(Virtualization.NONE);
    if (hypervisor.isVirtual()) {
      add(
          Kind.VIRTUAL_MACHINE,
          Formatted.of(
              "the hypervisor (%s) takes the processor away at times, while ticks and time go on;"
                  + " compare the smallest of many measurements",
              hypervisor));
    }
  }

  /**
   * Only a trap to a hypervisor or a tracer makes such an instruction so slow: some ten nanoseconds
   * are usual, 200 the limit. Counters that are read by a call are no evidence: a system call takes
   * as long by itself.
   */
  private void trappedReads() {
    List<CounterReport> trapped =
        report.counters().stream().filter(counter -> !trap(counter).isEmpty()).toList();
    if (trapped.isEmpty()) {
      return;
    }
    String reads = trapped.stream().map(this::trap).collect(Collectors.joining(", of "));
    // Counters that are not in use need not be rejected.
    Remedy remedy =
        trapped.stream().anyMatch(counter -> counter.verdict() == Verdict.SELECTED)
            ? Remedy.of(
                Place.JVM,
                "-Dorg.cyclecounter.maximumReadNanos=" + UsableReasons.SLOW_NS,
                "no security cost; a counter with cheaper reads is taken, which may count ticks")
            : Remedy.NONE;
    String text = ": the instruction is intercepted, usually by the hypervisor";
    warnings.add(new Warning(Kind.TRAPPED_READ, "a read of " + reads + text, remedy));
  }

  private String trap(CounterReport counter) {
    Measured measured = counter.measured();
    double ns = measured == null ? 0 : measured.nanosPerRead();
    String instruction = facts.instruction(counter.name());
    return UsableReasons.isIntercepted(instruction, ns)
        ? Formatted.of("%s takes %.0f ns (%s)", counter.name(), ns, instruction)
        : "";
  }

  /**
   * A clock that is slow to read, or a time-stamp counter of one core's scope, which is how a
   * kernel that has given it up shows; the clock is then what compares cores. The name of the
   * kernel's clock alone is no evidence: most hypervisors' clocks are as cheap as the counter.
   */
  private void clockSource() {
    String text = "";
    double clockNs = 0;
    for (CounterReport counter : report.counters()) {
      Measured measured = counter.measured();
      if (counter.name().equals(NANO_TIME) && measured != null) {
        // The smaller of the mean and the least difference: the mean grows on a busy machine, the
        // difference is more than a read if the clock is coarse.
        double leastNs =
            measured.differenceFromJava().orElse(Long.MAX_VALUE) * 1e9 / report.cyclesPerSecond();
        clockNs = Math.min(measured.nanosPerRead(), leastNs);
      } else if (text.isEmpty()
          && counter.scope() == Scope.CORE
          && facts.instruction(counter.name()).equals("RDTSC")) {
        text = "readings of " + counter.name() + " compare on one core only (list has the reason)";
      }
    }
    if (clockNs > SLOW_CLOCK_NS || !text.isEmpty()) {
      String source =
          machine
              .get(MachineFact.CLOCK_SOURCE)
              .map(name -> "the kernel's clock source is " + name)
              .orElse("the kernel does not name its clock source");
      String cost =
          clockNs > 0 ? Formatted.of("System.nanoTime takes %.0f ns: %s", clockNs, source) : source;
      add(Kind.CLOCK_SOURCE, text.isEmpty() ? cost : text + "; " + cost);
    }
  }

  private void watchdog() {
    if (machine.get(MachineFact.NMI_WATCHDOG).is("on")) {
      add(
          Kind.NMI_WATCHDOG,
          "it is on, and may hold one hardware counter of each core",
          WATCHDOG_OFF,
          WATCHDOG_COSTS);
    }
  }

  /**
   * Tells counters that found no place, which are rejected, from those that ran a part of the time:
   * 1 stands for counters without perf events, of which nothing is known.
   */
  private void sharedPmu() {
    List<String> held = new ArrayList<>();
    List<String> shared = new ArrayList<>();
    for (CounterReport counter : report.counters()) {
      Measured measured = counter.measured();
      double share = measured == null ? 1 : measured.sharedFraction().orElse(1);
      if (hasObstacle(counter, HELD_BY_OTHERS)) {
        held.add(counter.name());
      } else if (share < EventState.MIN_SHARE) {
        shared.add(Formatted.of("%s ran for %.0f %% of the time", counter.name(), 100 * share));
      }
    }
    if (!held.isEmpty()) {
      add(
          Kind.SHARED_PMU,
          "other programs use the PMU, so these are rejected: " + String.join(", ", held));
    }
    if (!shared.isEmpty()) {
      add(Kind.SHARED_PMU, "other programs use the PMU: " + String.join(", ", shared));
    }
  }

  private boolean hasObstacle(CounterReport counter, Set<Obstacle> any) {
    return facts.obstacle(counter.name()).filter(any::contains).isPresent();
  }

  /**
   * A filter is common and mostly harmless, so the warning says what it does to counters. Which
   * filter it is cannot be read by the process it filters.
   */
  private void seccomp() {
    if (remedies.isFiltered()) {
      String harm =
          isMet(REFUSED)
              ? "perf_event_open is refused"
              : isMet(Set.of(Obstacle.NOT_PROBED))
                  ? "it may be what prevents processes from being started"
                  : "it blocks no counter";
      add(Kind.SECCOMP, "a system-call filter is in force; " + harm);
    }
  }

  private boolean isMet(Set<Obstacle> any) {
    return report.counters().stream().anyMatch(counter -> hasObstacle(counter, any));
  }

  /** Elsewhere than on Linux there are no such files, and nothing is missing. */
  private void files() {
    boolean proc = machine.get(MachineFact.PROC).is("mounted");
    boolean sys = machine.get(MachineFact.SYS).is("mounted");
    boolean isLinux = machine.get(MachineFact.OS).orElse("").startsWith("Linux");
    if (isLinux && !(proc && sys)) {
      String missing = proc ? "/sys is" : sys ? "/proc is" : "/proc and /sys are";
      add(
          Kind.HIDDEN_FILES,
          missing
              + " not mounted: settings of the kernel and the processor cannot be seen from here");
    }
  }
}
