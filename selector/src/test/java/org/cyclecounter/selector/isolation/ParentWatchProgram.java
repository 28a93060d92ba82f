// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.Arrays;
import java.util.List;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.natives.SelectorLibrary;

/** Programs that {@link ParentWatchTest} starts, each named by the first argument. */
public final class ParentWatchProgram {

  private ParentWatchProgram() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "isolate" ->
          new ChildJvmIsolator(Candidates.PATIENT_SECONDS, false)
              .probe(new Discovery(List.of(new SpinningCounter.Provider())).candidates());
      case "kill" -> {
        load();
        ParentWatch.killWithParent(Integer.parseInt(arguments[1]));
        new SpinningCounter().open().ticks();
      }
      case "pipe" -> {
        load();
        ParentWatch.watchPipe();
        while (!isWatching()) {
          Thread.sleep(1);
        }
        new SpinningCounter().open().ticks();
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** Once it is in C, the watching thread needs no other one. */
  private static boolean isWatching() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(stack -> Arrays.stream(stack).limit(1))
        .anyMatch(frame -> frame.getMethodName().equals("exitWithPipe"));
  }

  private static void load() {
    if (!SelectorLibrary.load()) {
      throw new IllegalStateException("the library cannot be loaded");
    }
  }
}
