// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.cyclecounter.selector.support.TimeLimit;

/**
 * Threads and processes that a counter leaves running. A native thread is one that is not Java's,
 * or attached to it: it ends the program once the library that it runs in is unloaded. Native
 * threads are seen on Linux only.
 */
public final class Leftovers {

  /**
   * The time after which a thread or a process that still runs counts as left behind, in
   * milliseconds. Not a share of the time limit, which users raise for busy machines.
   */
  private static final long MAX_ENDING_MS = 1250;

  private static final File TASKS = new File("/proc/self/task");

  /** The most bytes of a thread's name that Linux keeps; HotSpot's names are cut to that. */
  private static final int NAME_BYTES = 15;

  /** The names of all threads before, by their numbers. */
  private final Map<String, String> before = threads();

  /** Lists twice: Linux may leave a thread out of a list while another one ends. */
  private static Map<String, String> threads() {
    Map<String, String> names = new TreeMap<>();
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      numbers.addAll(List.of(Objects.requireNonNullElse(TASKS.list(), new String[0])));
    }
    for (String number : numbers) {
      try (FileInputStream in = new FileInputStream(new File(TASKS, number + "/comm"))) {
        names.put(number, new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
      } catch (IOException e) {
        continue; // it has ended
      }
    }
    return names;
  }

  /**
   * Names a native thread that was not there before; empty for none. Hazard: HotSpot adds compiler
   * threads, which differ from its first ones by a digit.
   */
  public String nativeThread() {
    Map<String, String> now = threads();
    now.keySet().removeAll(before.keySet());
    if (now.isEmpty()) { // as always, nearly
      return "";
    }
    List<String> known = new ArrayList<>(before.values());
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      byte[] name = thread.getName().getBytes(StandardCharsets.UTF_8);
      int bytes = Math.min(NAME_BYTES, name.length);
      known.add(new String(name, 0, bytes, StandardCharsets.UTF_8).strip());
    }
    known.replaceAll(Leftovers::withoutDigits);
    now.values().removeIf(name -> known.contains(withoutDigits(name)));
    return now.isEmpty() ? "" : "the native thread " + now.values().iterator().next();
  }

  private static String withoutDigits(String name) {
    return name.replaceAll("\\d", "");
  }

  /**
   * Names a non-daemon thread beside the calling one that does not end by itself; empty for none.
   */
  static String lastingThread() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      boolean mustEnd = !thread.isDaemon() && thread != Thread.currentThread();
      if (mustEnd && !TimeLimit.join(thread, MAX_ENDING_MS)) {
        return thread.getName();
      }
    }
    return "";
  }

  /** Names what does not end by itself; empty for nothing. Kills all processes below this one. */
  String find() throws InterruptedException {
    long endNs = System.nanoTime() + MAX_ENDING_MS * 1_000_000;
    String thread = lastingThread();
    if (!thread.isEmpty()) {
      return "the thread " + thread;
    }
    while (true) {
      String process = ChildState.mayHaveStarted() ? process() : "";
      String left = process.isEmpty() ? nativeThread() : process;
      if (left.isEmpty() || System.nanoTime() >= endNs) {
        if (!process.isEmpty()) {
          ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        }
        return left;
      }
      Thread.sleep(10);
    }
  }

  /** Names a process below this one; empty for none. A zombie has no command. */
  private static String process() {
    return ProcessHandle.current()
        .descendants()
        .map(ProcessHandle::info)
        .flatMap(info -> info.command().or(info::commandLine).stream())
        .findFirst()
        .map(command -> "the process " + command)
        .orElse("");
  }
}
