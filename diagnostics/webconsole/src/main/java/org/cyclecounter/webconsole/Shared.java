// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes a text once for all requests that wait for it; each gets one that was begun after it came,
 * so that no request gets an older state. Thread-safe.
 */
final class Shared {

  private final Supplier<Optional<String>> maker;

  /** The number of the newest text; written under the lock. */
  private volatile long begun;

  /** The number of {@link #text}: less than {@link #begun} where making the newest failed. */
  private long made;

  private Optional<String> text = Optional.empty();

  Shared(Supplier<Optional<String>> maker) {
    this.maker = maker;
  }

  Optional<String> get() {
    long before = begun;
    synchronized (this) {
      if (made <= before) {
        begun++;
        text = maker.get();
        made = begun;
      }
      return text;
    }
  }
}
