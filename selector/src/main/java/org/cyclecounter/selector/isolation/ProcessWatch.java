// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.concurrent.Callable;
import org.cyclecounter.selector.isolation.SideEffects.Before;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ChildReasons.Phase;

/**
 * Watches a process that is there for nothing but to run one provider, as a child JVM does that
 * probes counters: for the kit of tests. All calls are made on one thread, which lives as long as
 * the process.
 */
public final class ProcessWatch {

  private static final long MAX_END_MS = 1000;

  private final SideEffects sideEffects = new SideEffects();
  private Before before;

  /**
   * Begins to watch this process, before any provider's code runs in it, and ends it with its
   * parent; replaces {@code System.out} and {@code System.err}.
   *
   * @param parentPid the process that started this one, and keeps a pipe to its standard input
   */
  public ProcessWatch(long parentPid) {
    ParentWatch.start(parentPid);
    ChildSession.begin();
    sideEffects.watch();
    before = SideEffects.before();
  }

  /** Returns the harm done so far, one sentence; empty for none. */
  public String harm() throws InterruptedException {
    String harm = sideEffects.harm(before, Phase.READ);
    if (!harm.isEmpty()) {
      return harm;
    }
    return sideEffects.takePrinted() ? ChildReasons.PRINTS : "";
  }

  /** Takes the process as it is now for what the next counter finds: others have changed it. */
  public void begin() {
    before = SideEffects.before();
  }

  /** Names what is still there after an action, such as a descriptor; empty for nothing. */
  public static String leftBy(Callable<?> action) throws Exception {
    Before earlier = SideEffects.before();
    Object unused = action.call();
    return SideEffects.left(earlier, MAX_END_MS);
  }

  /** Ends what a provider has started in this process, before the process ends. */
  public static void endBelow() {
    ChildSession.endBelow(ProcessHandle.current());
  }
}
