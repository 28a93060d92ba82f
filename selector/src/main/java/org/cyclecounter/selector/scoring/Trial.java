package org.cyclecounter.selector.scoring;

import java.time.Duration;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * What came of trying one counter in this process.
 *
 * @param candidate the counter
 * @param source the open counter; null if it does not work
 * @param sampler takes its readings; null if it does not work
 * @param cyclesPerTick its scaling; null if it failed before that was known
 * @param bits its width, 32 or 64
 * @param measured its precision without the penalty, in C where that can be had; 0 if it does not
 *     work
 * @param inJava its precision where a program reads it; 0 where that was not measured apart
 * @param penaltyCycles what its kind costs it in the choice
 * @param note what else there is to say of a counter that works; often empty
 * @param reason one sentence, the note included
 * @param cost the time it took
 */
public record Trial(
    Candidate candidate,
    @Nullable TickSource source,
    @Nullable Sampler sampler,
    @Nullable Ratio cyclesPerTick,
    int bits,
    Precision measured,
    long inJava,
    long penaltyCycles,
    String note,
    String reason,
    Duration cost) {

  /**
   * A counter that does not work.
   *
   * @param candidate the counter
   * @param reason why, in one sentence
   * @param cost the time it took to find out
   * @return the trial
   */
  public static Trial rejected(Candidate candidate, String reason, Duration cost) {
    return failed(candidate, null, 64, new Precision(0, reason), cost);
  }

  static Trial failed(
      Candidate candidate, @Nullable Ratio ratio, int bits, Precision none, Duration cost) {
    String reason = none.problem();
    return new Trial(candidate, null, null, ratio, bits, none, 0, 0, "", reason, cost);
  }

  /** A counter that works, with the sentence that says so. */
  static Trial working(
      Candidate candidate,
      TickSource source,
      Sampler sampler,
      Ratio cyclesPerTick,
      int bits,
      Precision measured,
      long inJava,
      long penaltyCycles,
      String note,
      Duration cost) {
    String reason =
        Differences.sentence(sampler instanceof NativeSampler, measured.cycles(), inJava)
            + ", penalty "
            + penaltyCycles
            + note;
    return new Trial(
        candidate,
        source,
        sampler,
        cyclesPerTick,
        bits,
        measured,
        inJava,
        penaltyCycles,
        note,
        reason,
        cost);
  }

  /**
   * Adds how the counter fared elsewhere first.
   *
   * @param seen to be added to the reason; may be empty
   * @param more a further cost
   * @return the same trial, dearer
   */
  public Trial plus(String seen, Duration more) {
    return new Trial(
        candidate,
        source,
        sampler,
        cyclesPerTick,
        bits,
        measured,
        inJava,
        penaltyCycles,
        note + seen,
        reason + seen,
        cost.plus(more));
  }

  /**
   * Whether the counter works.
   *
   * @return true if it can be chosen
   */
  public boolean usable() {
    return source != null && measured.cycles() > 0;
  }

  /**
   * What the choice goes by.
   *
   * @return cycles, penalty included; 0 if it does not work
   */
  public long precision() {
    return usable() ? measured.cycles() + penaltyCycles : 0;
  }
}
