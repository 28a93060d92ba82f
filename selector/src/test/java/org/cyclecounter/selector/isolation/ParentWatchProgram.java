// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.List;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.natives.SelectorLibrary;

/** Programs that {@link ParentWatchTest} starts, each named by the first argument. */
public final class ParentWatchProgram {

  private ParentWatchProgram() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "isolate" ->
          new ChildJvmIsolator(5, false)
              .probe(new Discovery(List.of(new SpinningCounter.Provider())).candidates());
      case "start" -> {
        String parent = String.valueOf(ProcessHandle.current().pid());
        ParentWatchTest.program("kill", parent).start().waitFor();
      }
      case "kill" -> {
        load();
        ParentWatch.killWithParent(Integer.parseInt(arguments[1]));
        new SpinningCounter().open().ticks();
      }
      case "pipe" -> {
        load();
        ParentWatch.watchPipe();
        Thread.sleep(200); // until it is in C
        new SpinningCounter().open().ticks();
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void load() {
    if (!SelectorLibrary.load()) {
      throw new IllegalStateException("the library cannot be loaded");
    }
  }
}
