// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.util.Optional;

/** A child JVM as its parent uses it: a {@link ChildJvm}, or what a test has scripted. */
public interface Child extends AutoCloseable {
  /** Returns the number by which the child asks for a class loader's classes. */
  int number(ClassLoader loader);

  void send(byte type, byte[] payload);

  /** Waits for the next frame; empty if the child has ended, or the time is up. */
  Optional<Frames.Frame> next(long limitMs) throws InterruptedException;

  /** Says how it ended; empty while it runs. */
  Optional<ChildJvm.End> end(long waitMs) throws InterruptedException;

  /** Returns the last of its output that is no frame. */
  String lastOutput();

  /** Returns its processor time so far; the last sample once it has ended. */
  long processorNanos();

  /** Kills it and what it has started. */
  @Override
  void close();
}
