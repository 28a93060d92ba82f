// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.Place.Kind;
import org.cyclecounter.constanttime.check.Detection.Verdict;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.ParentPipe;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * The method PATHS: compares runs with different secrets, instruction by instruction. The first
 * secret's run is compared with each of the others'. A difference counts if five fresh pairs have
 * it and runs with the same secret have not: a buffer that is full or code that is used for the
 * first time makes one run unlike the others.
 */
final class PathsDetector implements Detector {

  private static final int PAIRS = 5;
  private static final int ATTEMPTS = 3;

  /** Steps of the search; each takes up to 12 µs. */
  private static final long SEARCH = 300_000;

  /** The minimum, even if they take long. */
  private static final int MIN_SECRETS = 6;

  /** Steps of one run in each alarm beyond two. */
  private static final long ALARMS = 8_000;

  private static final int REFERENCE = 0;
  private static final int FIRST = 1;
  private static final int SECOND = 2;
  private static final int SECOND_BEFORE = 3;

  private final Set<Long> confirmed = new TreeSet<>();
  private final Set<Long> unstable = new TreeSet<>();
  private long size;
  private long passedOver;
  private long lastPassedOver;
  private int alarms;
  private boolean isRead;

  /** Recorded runs of an operation. */
  interface Runs {
    /**
     * Collects if a collection might come soon.
     *
     * @return true if objects have moved: earlier runs cannot be compared with later ones
     */
    boolean makeRoom();

    /** Runs once with a secret, records it in a slot, 0 to 3, and returns how many steps it has. */
    long record(byte[] secret, int slot) throws CountFailure;

    /** Does so with the secret in another array: what reads it has other addresses. */
    long recordInPlace(byte[] secret, int slot) throws CountFailure;

    /** Returns the instructions of the last run, each with its count behind it. */
    long[] places();

    /** Looks up what lies at these program counters. */
    Stacks stacks(Set<Long> pcs);

    /**
     * Compares the paths in two slots.
     *
     * @return how many instructions of the first were not judged; then the differences, each a kind
     *     and a program counter
     */
    long[] differences(int first, int second);
  }

  @Override
  public String obstacle() {
    return SteppingSentences.ofSteps();
  }

  @Override
  public Detection detect(SecretRuns subject, Set<String> accepted)
      throws IOException, CountFailure {
    return judge(new Recorder(subject), Secrets.comparable(subject), accepted);
  }

  /** Judges by runs with these secrets, which have the same declassified bytes. */
  Detection judge(Runs runs, List<byte[]> secrets, Set<String> accepted)
      throws IOException, CountFailure {
    if (secrets.size() < 2) {
      return Detection.impossible(Secrets.NONE_COMPARABLE);
    }
    runs.makeRoom();
    byte[] first = secrets.get(0);
    long[] counts = reference(runs, first);
    long unusedLength = runs.recordInPlace(first, SECOND);
    Set<Long> moved = differences(runs, REFERENCE, SECOND);
    moved.removeAll(differences(runs, REFERENCE, FIRST));
    isRead = !moved.isEmpty();
    int count = (int) Math.min(secrets.size(), Math.max(MIN_SECRETS, SEARCH / size));
    for (int i = 1; i < count && !isRandom(); i++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * i / count));
      if (runs.makeRoom()) {
        counts = reference(runs, first);
      }
      runs.record(secrets.get(i), SECOND);
      Set<Long> differences = differences(runs, REFERENCE, SECOND);
      differences.removeAll(confirmed);
      differences.removeAll(unstable);
      if (differences.isEmpty()) {
        passedOver = Math.max(passedOver, lastPassedOver);
      } else if (alarms++ < 2 + ALARMS / size) {
        confirm(runs, first, secrets.get(i));
      }
    }
    return detection(runs, counts, accepted);
  }

  /**
   * Takes the instructions of a run, each with its count behind it; differences may be of others.
   */
  private Detection detection(Runs runs, long[] counts, Set<String> accepted) {
    Set<Long> unstablePcs = unstable.stream().map(Recorder::pc).collect(Collectors.toSet());
    Set<Long> pcs = new TreeSet<>(unstablePcs);
    for (int i = 0; i < counts.length; i += 2) {
      pcs.add(counts[i]);
    }
    confirmed.forEach(difference -> pcs.add(Recorder.pc(difference)));
    Stacks stacks = runs.stacks(pcs);
    Set<Place> places = new LinkedHashSet<>(); // a line has several instructions
    String undecided = "";
    for (long difference : confirmed) {
      List<StackTraceElement> stack = stacks.at(Recorder.pc(difference));
      Place place = new Place(Recorder.kind(difference), stack, Method.PATHS);
      boolean isPassedOver = Stacks.isInterpreted(stack) || Stacks.isAccepted(stack, accepted);
      if (place.kind() == Kind.TIME && isPassedOver) {
        undecided = "paths part at " + stack.get(0) + " and do not meet again";
      } else if (place.kind() != Kind.TIME && !isPassedOver) {
        places.add(place);
      }
    }
    for (long difference : unstable) {
      List<StackTraceElement> stack = stacks.at(Recorder.pc(difference));
      if (Recorder.isOfPath(difference) && !Stacks.isInterpreted(stack)) {
        undecided = "runs with the same secret differ behind " + stack.get(0);
      }
    }
    long notJudged = passedOver;
    boolean isInterpreted = false;
    for (int i = 0; i < counts.length; i += 2) {
      boolean isHere = Stacks.isInterpreted(stacks.at(counts[i]));
      isInterpreted |= isHere;
      if (unstablePcs.contains(counts[i]) || isHere) {
        notJudged += counts[i + 1];
      }
    }
    // Interpreted code may be any method's.
    String unmatched =
        isInterpreted ? "" : Accepted.unmatched(accepted, pcs.stream().map(stacks::at));
    Verdict verdict =
        !undecided.isEmpty()
            ? Verdict.UNDECIDED
            : isRead || !places.isEmpty() ? Verdict.DECIDED : Verdict.NOT_READ;
    return new Detection(List.copyOf(places), notJudged, verdict, undecided, unmatched);
  }

  /**
   * Records a run that equals another with the same secret; if none does, the places where they
   * differ are unstable.
   */
  private long[] reference(Runs runs, byte[] secret) throws CountFailure {
    Set<Long> differences = Set.of();
    long[] places = {};
    for (int i = 0; i < 2 * ATTEMPTS; i++) {
      runs.record(secret, FIRST);
      size = Math.max(1, runs.record(secret, REFERENCE));
      places = runs.places();
      differences = differences(runs, FIRST, REFERENCE);
      if (differences.stream().noneMatch(Recorder::isOfPath)) {
        return places;
      }
    }
    unstable.addAll(differences);
    return places;
  }

  private void confirm(Runs runs, byte[] first, byte[] second) throws CountFailure {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (runs.makeRoom() || attempt > 0) {
        reference(runs, first);
      }
      runs.record(second, SECOND_BEFORE);
      Map<Long, Integer> unlike = new HashMap<>();
      Set<Long> seen = new HashSet<>();
      for (int i = 0; i < PAIRS; i++) {
        runs.record(first, FIRST);
        runs.record(second, SECOND);
        differences(runs, REFERENCE, FIRST).forEach(d -> unlike.merge(d, 1, Integer::sum));
        differences(runs, SECOND_BEFORE, SECOND).forEach(d -> unlike.merge(d, 1, Integer::sum));
        Set<Long> differences = differences(runs, FIRST, SECOND);
        seen = i == 0 ? differences : seen;
        seen.retainAll(differences);
      }
      seen.removeIf(difference -> unlike.getOrDefault(difference, 0) > 1);
      confirmed.addAll(seen);
      passedOver = Math.max(passedOver, seen.isEmpty() ? 0 : lastPassedOver);
      unlike.values().removeIf(times -> times <= PAIRS);
      unstable.addAll(unlike.keySet());
      if (!seen.isEmpty() || !unlike.isEmpty()) {
        return;
      }
    }
  }

  private boolean isRandom() {
    return unstable.stream().anyMatch(Recorder::isOfPath);
  }

  private Set<Long> differences(Runs runs, int one, int other) {
    long[] all = runs.differences(one, other);
    lastPassedOver = all[0];
    return Arrays.stream(all).skip(1).boxed().collect(Collectors.toCollection(HashSet::new));
  }
}
