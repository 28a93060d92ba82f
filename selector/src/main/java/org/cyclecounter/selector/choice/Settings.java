package org.cyclecounter.selector.choice;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * What a choice keeps to.
 *
 * @param providers in order; null for those that can be found
 * @param include counters' names; empty for all
 * @param exclude counters' names
 * @param cyclesPerSecond in Hz; 0 for the machine's estimate
 * @param scoring the penalties
 * @param isolation where counters that may crash are first run
 * @param highResolution false for clocks in fixed units of time only
 * @param onLoss told when the kernel takes the chosen counter away; null for nobody
 */
public record Settings(
    @Nullable List<CycleCounterProvider> providers,
    Set<String> include,
    Set<String> exclude,
    long cyclesPerSecond,
    Scoring scoring,
    Isolation isolation,
    boolean highResolution,
    @Nullable Consumer<SelectionReport> onLoss) {

  /** Every counter that can be found, by the default rules. */
  public static final Settings DEFAULTS =
      new Settings(
          null, Set.of(), Set.of(), 0, Scoring.LIBCPUCYCLES_20240114, Isolation.AUTO, true, null);
}
