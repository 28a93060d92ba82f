// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.selection.Settings;
import org.cyclecounter.selector.selection.SystemSettings;
import org.cyclecounter.tools.svg.Text;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that commands share, and the selection made of them. */
public final class SelectionOptions {

  /** A longer reason is cut, as in the table. */
  private static final int MAX_REASON = 1000;

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Option(names = "--counter", paramLabel = "NAME", description = "Use this counter only.")
  @Nullable String counter;

  @Option(
      names = "--include",
      paramLabel = "NAME",
      split = ",",
      description = "Consider only this counter; may be repeated.")
  List<String> include = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "NAME",
      split = ",",
      description = "Exclude this counter; may be repeated.")
  List<String> exclude = new ArrayList<>();

  @Option(
      names = "--scoring",
      paramLabel = "RELEASE",
      description = "Score counters as libcpucycles 20240114 (default) or 20260901 does.")
  String scoring = "";

  @Option(
      names = "--isolation",
      description =
          "Where to probe counters that may crash: ${COMPLETION-CANDIDATES}; default AUTO.")
  @Nullable Isolation isolation;

  @Option(
      names = "--scope",
      description =
          "Exclude counters of a narrower scope than this: ${COMPLETION-CANDIDATES};"
              + " default THREAD. Use SYSTEM for virtual threads.")
  @Nullable Scope scope;

  @Option(names = "--no-high-resolution", description = "Read nothing finer than a microsecond.")
  boolean noHighResolution;

  /** For picocli: a mixin of a command. */
  public SelectionOptions() {}

  /** Selects; throws one sentence if an option is wrong. */
  public Selected select() {
    checkNames();
    Settings defaults = SystemSettings.read();
    Set<String> wanted =
        counter != null
            ? Set.of(counter)
            : include.isEmpty() ? defaults.include() : Set.copyOf(include);
    return builder(defaults).include(names(wanted)).build().select();
  }

  /** Whether {@code --counter} was given. */
  public boolean namesCounter() {
    return counter != null;
  }

  /**
   * Selects among one counter, by the same options; where it does not work the last resort is read,
   * and no warning is logged.
   */
  public Selected only(String name) {
    return builder(SystemSettings.read()).include(name).quiet().build().select();
  }

  /** How counters are weighed: by {@code --scoring}, or by the settings. */
  public Scoring scoring() {
    return scoring(SystemSettings.read());
  }

  private CycleCounterSelector.Builder builder(Settings defaults) {
    CycleCounterSelector.Builder builder =
        CycleCounterSelector.builder()
            .exclude(names(exclude.isEmpty() ? defaults.exclude() : Set.copyOf(exclude)))
            .scoring(scoring(defaults))
            .isolation(isolation != null ? isolation : defaults.isolation())
            .minimumScope(scope != null ? scope : defaults.minimumScope())
            .highResolution(!noHighResolution && defaults.highResolution());
    if (defaults.cyclesPerSecond() > 0) {
      builder.cyclesPerSecond(defaults.cyclesPerSecond());
    }
    return builder;
  }

  /** A name that no counter has is bad input here; anywhere else it is a warning. */
  private void checkNames() {
    if (counter != null && !include.isEmpty()) {
      throw bad("Give --counter or --include, not both.");
    }
    List<String> asked = new ArrayList<>(exclude);
    asked.addAll(include);
    if (counter != null) {
      asked.add(counter);
    }
    if (asked.isEmpty()) {
      return;
    }
    Discovery discovery = new Discovery();
    List<String> known = new ArrayList<>();
    discovery.candidates().forEach(candidate -> known.add(candidate.name()));
    discovery.rejected().forEach(rejected -> known.add(rejected.name()));
    for (String name : asked) {
      if (!known.contains(name)) {
        throw bad(
            "Unknown counter '"
                + name
                + "': available counters: "
                + String.join(", ", known)
                + ".");
      }
    }
  }

  /**
   * The command's status: 1 where a counter was asked for that cannot be used, with a sentence on
   * the error stream; 0 otherwise.
   */
  public int status(Selected selected) {
    String name = counter;
    if (name == null || selected.report().implementation().equals(name)) {
      return 0;
    }
    for (CounterReport report : selected.report().counters()) {
      if (report.name().equals(name) && report.verdict() == Verdict.REJECTED) {
        spec.commandLine()
            .getErr()
            .println(
                "The counter "
                    + name
                    + " cannot be used: "
                    + Text.cut(report.reason(), MAX_REASON)
                    + ".");
      }
    }
    return 1;
  }

  private static String[] names(Set<String> names) {
    return names.toArray(String[]::new);
  }

  private Scoring scoring(Settings defaults) {
    return switch (scoring) {
      case "" -> defaults.scoring();
      case "20240114" -> Scoring.LIBCPUCYCLES_20240114;
      case "20260901" -> Scoring.LIBCPUCYCLES_20260901;
      default -> throw bad("Unknown scoring '" + scoring + "': it must be 20240114 or 20260901.");
    };
  }

  private ParameterException bad(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
