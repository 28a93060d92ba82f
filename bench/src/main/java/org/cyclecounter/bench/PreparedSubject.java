// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.bench.measuring.WatchedRun;

/**
 * A subject that has been warmed up, and whose number of iterations for the target is known. Each
 * {@link #run} measures it once more, so that several can take turns. Not thread-safe, as the bench
 * itself.
 */
final class PreparedSubject {

  /** On a machine with other work a thread keeps its processor for some milliseconds. */
  private static final double PIECE_SECONDS = 1e-3;

  private static final int MAX_PIECES = 1000;

  private final IterationSearch search;
  private final Subject subject;
  private WatchedRun found;

  PreparedSubject(IterationSearch search, Subject subject) {
    this.search = search;
    this.subject = subject;
    found = search.search(subject.function());
  }

  /**
   * Returns the run by which the number of iterations was found, in one piece, as {@link
   * Bench#measure} makes it. Call it before {@link #run}.
   */
  Timing first() {
    return search.accept(found, subject.base());
  }

  /**
   * Runs for about the target once more, in pieces of about a millisecond. Pieces in which the
   * thread lost its processor do not count, unless that is nearly all of them.
   */
  Timing run() {
    WatchedRun watched = again();
    if (watched.run().seconds() < found.run().seconds() / 2) {
      found = search.search(subject.function()); // it is compiled by now
      watched = again();
    }
    return search.accept(watched, subject.base());
  }

  private WatchedRun again() {
    long n = found.run().n();
    long pieces = (long) Math.min(found.cpuSeconds() / PIECE_SECONDS, MAX_PIECES);
    return search.run(subject.function(), n, (int) Math.max(1, Math.min(n, pieces)));
  }
}
