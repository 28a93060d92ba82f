// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.util.Collection;
import java.util.Comparator;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.SingletonStatistics;
import org.openjdk.jmh.util.Statistics;

/** A secondary result that names its counter: the mean over iterations and forks. */
final class CyclesResult extends Result<CyclesResult> {

  private static final long serialVersionUID = 1;

  private final String source;

  /** Creates a result of one iteration; the source describes the counter. */
  CyclesResult(String label, double value, String unit, String source) {
    this(label, new SingletonStatistics(value), unit, source);
  }

  private CyclesResult(String label, Statistics statistics, String unit, String source) {
    super(ResultRole.SECONDARY, label, statistics, unit, AggregationPolicy.AVG);
    this.source = source;
  }

  @Override
  protected Aggregator<CyclesResult> getThreadAggregator() {
    return CyclesResult::mean;
  }

  @Override
  protected Aggregator<CyclesResult> getIterationAggregator() {
    return CyclesResult::mean;
  }

  @Override
  public String extendedInfo() {
    return super.extendedInfo() + "  " + source + System.lineSeparator();
  }

  private static CyclesResult mean(Collection<CyclesResult> results) {
    CyclesResult first = results.iterator().next();
    // An iteration in which threads waited says so.
    String source =
        results.stream()
            .map(result -> result.source)
            .max(Comparator.comparingInt(String::length))
            .orElse(first.source);
    ListStatistics statistics = new ListStatistics();
    results.forEach(result -> statistics.addValue(result.getScore()));
    return new CyclesResult(first.label, statistics, first.unit, source);
  }
}
