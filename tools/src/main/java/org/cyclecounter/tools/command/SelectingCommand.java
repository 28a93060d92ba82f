// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.timer.CounterOrder;
import org.cyclecounter.diagnostics.output.FaqPointer;
import org.cyclecounter.diagnostics.output.ReportTable;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.report.KnownCounters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A command that selects a counter, with the options that all of them share. Options that are not
 * given are the operators' system properties. Its status is 0, 1 for a counter that cannot be used
 * or a {@link CommandFailure}, 2 for bad input.
 */
public abstract class SelectingCommand extends ProgressCommand {

  /** The name of no counter. */
  private static final String NONE = "-";

  @Option(
      names = "--counter",
      paramLabel = "NAME",
      description = "Use this counter only; mLib's names of counters are taken, too.")
  private @Nullable String counter;

  @Option(
      names = "--include",
      paramLabel = "NAME",
      split = ",",
      description = "Consider only this counter; may be repeated.")
  private List<String> include = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "NAME",
      split = ",",
      description = "Exclude this counter; may be repeated.")
  private List<String> exclude = new ArrayList<>();

  @Option(
      names = "--scoring",
      paramLabel = "RELEASE",
      description = "Score counters as libcpucycles 20240114 (default) or 20260901 does.")
  private String scoring = "";

  @Option(
      names = "--isolation",
      paramLabel = "WHERE",
      description =
          "Where to probe counters that may crash: ${COMPLETION-CANDIDATES}; default AUTO.")
  private @Nullable Isolation isolation;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description =
          "Exclude counters of a narrower scope than this: ${COMPLETION-CANDIDATES};"
              + " default THREAD. Use SYSTEM for virtual threads.")
  private @Nullable Scope scope;

  @Option(names = "--no-high-resolution", description = "Read nothing finer than a microsecond.")
  private boolean noHighResolution;

  /** Selects; throws one sentence if an option is wrong. */
  protected final Selected select() {
    checkNames();
    CycleCounterSelector.Builder builder = builder();
    if (counter != null) {
      builder.include(counter).quiet(); // checkUsable says what a warning would, in one sentence
    } else if (!include.isEmpty()) {
      builder.include(include.toArray(String[]::new));
    }
    return during("selecting a counter", builder.build()::select);
  }

  /** Returns the name of the only counter to use, by {@code --counter}; null for all. */
  public final @Nullable String counter() {
    return counter;
  }

  /**
   * Selects among one counter, by the same options; where it does not work the last resort is read,
   * and no warning is logged.
   */
  public final Selected only(String name) {
    return during("selecting " + name, builder().include(name).quiet().build()::select);
  }

  private CycleCounterSelector.Builder builder() {
    if (out() instanceof CommandOutput output) {
      output.take();
    }
    // The operators' settings first: what the command line says is said later, and holds.
    CycleCounterSelector.Builder builder = CycleCounterSelector.builder().systemSettings();
    if (!exclude.isEmpty()) {
      builder.exclude(exclude.toArray(String[]::new));
    }
    if (!scoring.isEmpty()) {
      builder.scoring(
          switch (scoring) {
            case "20240114" -> Scoring.LIBCPUCYCLES_20240114;
            case "20260901" -> Scoring.LIBCPUCYCLES_20260901;
            default ->
                throw new BadUsage(
                    "Unknown scoring '%s': it must be 20240114 or 20260901.", scoring);
          });
    }
    if (isolation != null) {
      builder.isolation(isolation);
    }
    if (scope != null) {
      builder.minimumScope(scope);
    }
    return noHighResolution ? builder.highResolution(false) : builder;
  }

  /**
   * Refuses names that no counter has, here or on another machine: elsewhere they are a warning
   * only. The names there are come from the report of a selection that includes none of them, so
   * that nothing is probed for it.
   *
   * <p>A typo would otherwise be a counter that is not excluded, or a selection of none, which
   * reads a clock. Costs a selection's discovery, some milliseconds, and only where names are
   * given.
   */
  private void checkNames() {
    if (counter != null && !include.isEmpty()) {
      throw new BadUsage("Give --counter or --include, not both.");
    }
    List<String> names =
        Stream.of(exclude, include)
            .flatMap(List::stream)
            .map(String::strip)
            .filter(name -> !name.isEmpty() && !KnownCounters.has(name))
            .collect(Collectors.toCollection(ArrayList::new));
    if (counter == null && names.isEmpty()) {
      return;
    }
    List<String> known = only(NONE).report().counters().stream().map(CounterReport::name).toList();
    if (counter != null) {
      names.add(counter); // has to be here
      counter = CounterOrder.named(counter, known);
    }
    for (String name : names) {
      if (!known.contains(CounterOrder.named(name, known))) {
        String elsewhere = KnownCounters.elsewhere(name);
        if (!elsewhere.isEmpty()) {
          throw new BadUsage(
              "%s is %s, which this machine does not have; cyclecounter list has those it has.",
              name, elsewhere);
        }
        throw BadUsage.unknown("counter", name, known, "cyclecounter list --all has all.");
      }
    }
  }

  /**
   * Ends the command with status 1 and a sentence where {@code --counter} cannot be used.
   *
   * <p>The report is as it is now: a counter that was lost since has its reason there, too. A clock
   * that was rejected and is read as the last resort is selected without a precision.
   *
   * @param selected what {@link #select()} returned
   */
  protected final void checkUsable(Selected selected) {
    // Several providers may have a counter of this name: all but the first are rejected for it.
    List<CounterReport> named =
        selected.report().counters().stream()
            .filter(report -> report.name().equals(counter))
            .toList();
    boolean isRead =
        named.stream()
            .anyMatch(report -> report.verdict() == Verdict.SELECTED && report.precision() > 0);
    if (!named.isEmpty() && !isRead) {
      String topic =
          selected
              .obstacle(named.get(0).name())
              .map(obstacle -> "; " + FaqPointer.COMMAND + Formatted.word(obstacle))
              .orElse("");
      String reason = ReportTable.reason(named.get(0)) + topic;
      throw new CommandFailure("The counter " + counter + " cannot be used: " + reason + ".");
    }
  }
}
