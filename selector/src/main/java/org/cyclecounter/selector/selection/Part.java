// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.counting.LinkedReads;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * One counter of an {@link Installation}, and the step that assembles and reads it: on a thread of
 * its own, because the reads are third-party code or may need a thread's own perf event. That
 * thread may be given up, so it has values, not a {@link CandidateState}. A class, not a lambda:
 * cold start 1.
 */
final class Part implements Callable<Part> {
  final Candidate candidate;
  final Measurement measurement;
  private final TickSource source;

  /** The CPU's estimated frequency. */
  private final long hz;

  /** True to link the reads in the cheapest way now, false for JNI. */
  private final boolean linked;

  /** Null until the step has returned. */
  private @Nullable CycleCounter counter;

  /** The ticks at which the readings begin, so that a relinked counter goes on where it is. */
  private long originTicks;

  /** A reading in cycles, from which the {@code FallbackChain} computes the counter's offset. */
  long reading;

  Part(Candidate candidate, TickSource source, Measurement measurement, long hz, boolean linked) {
    this.candidate = candidate;
    this.source = source;
    this.measurement = measurement;
    this.hz = hz;
    this.linked = linked;
  }

  @Override
  public Part call() {
    TickSource reads = linked ? link() : source;
    originTicks = reads.ticks();
    counter = create(reads);
    reading = counter.cycles();
    return this;
  }

  CycleCounter counter() {
    return Objects.requireNonNull(counter, candidate.name());
  }

  /** Creates the counter again, linked; its readings go on. */
  CycleCounter linked() {
    return create(link());
  }

  /** Links in the cheapest way this Java has: 30 to 100 ms at a start (cold start 14). */
  private TickSource link() {
    return LinkedReads.of(source, measurement.bits()).source();
  }

  /** Creates the counter; reads one of 32 bits for a millisecond. */
  private CycleCounter create(TickSource reads) {
    String name = candidate.name();
    Ratio ratio = Objects.requireNonNull(measurement.cyclesPerTick(), name);
    return ratio.counter(reads, measurement.bits(), originTicks, name, candidate.scope(), hz);
  }
}
