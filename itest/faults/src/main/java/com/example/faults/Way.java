// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Ways to end a process, or the thread that runs. */
enum Way {
  EXIT,
  EXIT_WELL,
  HALT,
  HALT_WELL,
  ABORT,
  FAULT,
  KILL,
  OVERFLOW,
  MEMORY;

  private static final int FAILURE = 7;

  void take() {
    switch (this) {
      case EXIT -> System.exit(FAILURE);
      case EXIT_WELL -> System.exit(0);
      case HALT -> Runtime.getRuntime().halt(FAILURE);
      case HALT_WELL -> Runtime.getRuntime().halt(0);
      case ABORT -> signal("ABRT");
      case FAULT -> signal("SEGV");
      case KILL -> signal("KILL");
      case OVERFLOW -> overflow();
      default -> fill();
    }
  }

  /** To the own process. */
  private static void signal(String name) {
    run("sh", "-c", "kill -" + name + " " + ProcessHandle.current().pid());
    sleep(); // the signal may come later
  }

  static void run(String... command) {
    try {
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Never returns. */
  static void sleep() {
    while (true) {
      try {
        Thread.sleep(60_000);
      } catch (InterruptedException e) {
        continue;
      }
    }
  }

  static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  private static int overflow() {
    return overflow() + 1;
  }

  private static void fill() {
    List<long[]> all = new ArrayList<>();
    while (true) {
      all.add(new long[1 << 17]);
    }
  }
}
