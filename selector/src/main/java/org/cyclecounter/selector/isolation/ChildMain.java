// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import org.cyclecounter.selector.child.Frames;
import org.cyclecounter.selector.child.ParentLink;
import org.cyclecounter.selector.natives.ProcessGroup;
import org.cyclecounter.selector.report.Step;

/**
 * The program of a child JVM: serves the parent's tasks, one by one, and ends as a program does
 * when the parent has none left.
 *
 * <p>Whatever a provider does here is expected: it may throw, exit, crash, hang, print, close
 * streams, start threads, interrupt the main thread, or replace {@code System.out}.
 */
public final class ChildMain {

  private ChildMain() {}

  /**
   * Started by {@link ChildJvmIsolator} only.
   *
   * @param arguments the word of {@link ParentLink#connect}
   */
  public static void main(String[] arguments) throws IOException {
    ParentLink link = ParentLink.connect(arguments[0]);
    ProcessGroup.begin(); // before any provider's code
    ChildReports reports = new ChildReports(link::send);
    ProviderFactory providers = new ProviderFactory(link);
    link.send(Frames.READY, new byte[0]);
    Frames.Frame frame = link.next();
    while (frame.type() == Messages.TASK) {
      new Rehearsal(reports, providers, Task.read(frame.in())).run();
      frame = link.next();
    }
    reports.begin(Step.ENDED);
    System.exit(0);
  }
}
