// SPDX-License-Identifier: Apache-2.0
package com.example.ending;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Ways to end a process, or the thread that runs. */
public enum Way {
  /** {@code System.exit} with a failure. */
  EXIT,
  /** {@code System.exit} with success. */
  EXIT_WELL,
  /** {@code Runtime.halt} with a failure. */
  HALT,
  /** {@code Runtime.halt} with success. */
  HALT_WELL,
  /** SIGABRT to the own process. */
  ABORT,
  /** SIGSEGV to the own process. */
  FAULT,
  /** SIGKILL to the own process. */
  KILL,
  /** A StackOverflowError. */
  OVERFLOW,
  /** An OutOfMemoryError. */
  MEMORY;

  /** Takes its way when it is asked for its message: {@link Place#MESSAGE}. */
  static final class Taken extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final Way way;

    Taken(Way way) {
      this.way = way;
    }

    @Override
    public String getMessage() {
      way.take();
      return "never";
    }
  }

  /** Takes this way. */
  void take() {
    switch (this) {
      case EXIT -> System.exit(7);
      case EXIT_WELL -> System.exit(0);
      case HALT -> Runtime.getRuntime().halt(7);
      case HALT_WELL -> Runtime.getRuntime().halt(0);
      case ABORT -> signal("ABRT");
      case FAULT -> signal("SEGV");
      case KILL -> signal("KILL");
      case OVERFLOW -> overflow(0);
      default -> fill();
    }
  }

  private static void signal(String name) {
    long pid = ProcessHandle.current().pid();
    try {
      new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sleep(); // the signal may come later
  }

  private static void sleep() {
    while (true) {
      try {
        Thread.sleep(60_000);
      } catch (InterruptedException e) {
        continue;
      }
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int overflow(int depth) {
    return overflow(depth + 1) + 1;
  }

  private static void fill() {
    List<long[]> all = new ArrayList<>();
    while (true) {
      all.add(new long[1 << 17]);
    }
  }
}
