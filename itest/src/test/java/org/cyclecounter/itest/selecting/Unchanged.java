// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.cyclecounter.itest.selecting.FirstUse.say;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;

/** Selects, and says what has changed in the JVM. */
public final class Unchanged {

  private Unchanged() {}

  /**
   * Runs.
   *
   * @param arguments as {@link FirstUse}'s
   * @throws Exception if it cannot go on
   */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> before = state();
    FirstUse.main(arguments);
    Map<String, String> after = state();
    List<String> changed = new ArrayList<>();
    after.forEach(
        (name, value) -> {
          if (!value.equals(before.get(name))) {
            changed.add(name + " from " + before.get(name) + " to " + value);
          }
        });
    say("changed", changed.toString());
  }

  private static Map<String, String> state() {
    Map<String, String> state = new TreeMap<>();
    for (String name : List.of("java.home", "java.class.path", "user.dir")) {
      state.put(name, String.valueOf(System.getProperty(name)));
    }
    state.put("locale", Locale.getDefault().toString());
    state.put("time zone", TimeZone.getDefault().getID());
    state.put("standard input", System.identityHashCode(System.in) + "");
    state.put(
        "standard output", System.identityHashCode(System.out) + " " + System.out.checkError());
    state.put(
        "standard error", System.identityHashCode(System.err) + " " + System.err.checkError());
    state.put("uncaught", Thread.getDefaultUncaughtExceptionHandler() + "");
    TreeSet<String> threads = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("hostile")) {
        threads.add(thread.getName());
      }
    }
    state.put("threads", threads.toString());
    return state;
  }
}
