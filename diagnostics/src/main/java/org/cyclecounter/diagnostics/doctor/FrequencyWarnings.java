// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.util.DoubleSummaryStatistics;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.diagnostics.doctor.Warning.Kind;
import org.cyclecounter.diagnostics.machine.MachineFact;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.report.UsableReasons;

/**
 * Finds frequencies of cores that move, or that ticks are not scaled by.
 *
 * <p>Sources: Documentation/admin-guide/pm/cpufreq.rst and intel_pstate.rst. Frequencies of the
 * machine are in MHz, those of counters in Hz.
 */
record FrequencyWarnings(Warnings all) {

  private static final String CPU = "/sys/devices/system/cpu/";

  /**
   * Frequencies that differ by less are taken for equal: a fiftieth, as bench takes a change for
   * one. Estimates and observations of some milliseconds are no better.
   */
  private static final double SAME = 0.02;

  /** Adds what it finds. */
  void add() {
    governor();
    turbo();
    frequencyRange();
    observedFrequency();
  }

  private void moves(String text, Object... values) {
    all.add(Kind.MOVING_FREQUENCY, Formatted.of(text, values));
  }

  /**
   * A governor that cannot be read is taken for the one that is not warned of: virtual machines and
   * other systems have none.
   */
  private void governor() {
    String governor = all.machine().get(MachineFact.GOVERNOR).orElse("performance");
    if (!governor.equals("performance")) {
      all.add(
          Kind.GOVERNOR,
          "it is " + governor + ": the cores' frequency follows their load",
          "echo performance | tee " + CPU + "cpufreq/policy*/scaling_governor",
          "no security cost; power and heat");
    }
  }

  private void turbo() {
    if (all.machine().get(MachineFact.TURBO).is("on")) {
      // intel_pstate and intel_cpufreq have a file that forbids it, other drivers one that allows
      // it.
      boolean isIntel = all.machine().get(MachineFact.DRIVER).orElse("").startsWith("intel_");
      all.add(
          Kind.TURBO,
          "it is on: cores run above their base frequency while power and temperature allow, so"
              + " cycles and ticks are not proportional",
          "echo "
              + (isIntel ? "1 >" + CPU + "intel_pstate/no_turbo" : "0 >" + CPU + "cpufreq/boost"),
          "the speed above the base frequency; it closes a leak as well (Hertzbleed)");
    }
  }

  /** The range that is allowed; where nothing says that, the processors' frequencies just now. */
  private void frequencyRange() {
    long lowest = all.machine().number(MachineFact.LOWEST_FREQUENCY, 0);
    long highest = all.machine().number(MachineFact.HIGHEST_FREQUENCY, 0);
    if (lowest > 0 && highest > 0) {
      if (highest > lowest) {
        moves("the cores' frequency moves between %d and %d MHz", lowest, highest);
      }
      return;
    }
    DoubleSummaryStatistics mhz =
        all.machine().megahertz().stream().mapToDouble(Double::doubleValue).summaryStatistics();
    if (mhz.getMax() > mhz.getMin() * (1 + SAME)) { // not of none: -infinity is less
      moves(
          "the cores run at %.0f to %.0f MHz just now (/proc/cpuinfo)", mhz.getMin(), mhz.getMax());
    }
  }

  private void observedFrequency() {
    boolean isTold = false; // others see the same core
    for (CounterReport counter : all.report().counters()) {
      Measured measured = counter.measured();
      if (measured == null) {
        continue;
      }
      long known = all.report().cyclesPerSecond();
      double hz = measured.observedHz().orElse(Double.NaN);
      // NaN where nothing was observed: no comparison with it is true.
      if (!isTold && counter.kind() == CounterKind.ON_CORE && Math.abs(hz / known - 1) > SAME) {
        moves(
            "by %s the core ran at %.0f MHz, and cyclesPerSecond() is %.0f MHz: its cycles do"
                + " not measure time",
            counter.name(), hz / 1e6, known / 1e6);
        isTold = true;
      }
      Counted counted = all.facts().counted(counter.name()).orElse(null);
      String off = UsableReasons.offRate(counted, measured, counter.scaling(), known);
      if (counter.verdict() == Verdict.SELECTED && !off.isEmpty()) {
        moves("%s", "by " + counter.name() + off.substring(1));
      }
    }
  }
}
