// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.HashMap;
import java.util.Map;
import org.cyclecounter.selector.child.Frame;
import org.cyclecounter.selector.child.ParentLink;
import org.cyclecounter.selector.child.PipeClassLoader;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.isolation.LifeThread.TaskEnd;
import org.cyclecounter.selector.natives.ProcessGroup;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * The program of a child JVM: serves the parent's tasks, one by one, and ends as a program does
 * when the parent has none left. Creates a new provider for each task, wherever its classes are, so
 * that no counter depends on a change by an earlier one.
 *
 * <p>A provider may do anything here: throw, exit, crash, hang, print, close streams, start
 * threads, interrupt the main thread, or replace {@code System.out}.
 */
public final class RehearsalMain {

  private static final ClassLoader OWN = RehearsalMain.class.getClassLoader();
  private static final String SERVICE_FILE =
      "META-INF/services/" + CycleCounterProvider.class.getName();

  /** By number, so that providers of one bundle share their classes here as well. */
  private static final Map<Integer, ClassLoader> LOADERS =
      new HashMap<>(Map.of(PipeClassLoader.MAIN, OWN));

  private RehearsalMain() {}

  /**
   * Started by {@link ChildJvmIsolator} only.
   *
   * @param arguments the word of {@link ParentLink#connect}
   */
  public static void main(String[] arguments) {
    ParentLink link = ParentLink.connect(arguments[0]);
    ProcessGroup.begin(); // before any provider's code
    ChildReports reports = new ChildReports(link::send);
    link.send(new Frame(Frame.READY));
    Frame frame = link.next();
    while (frame.type() == ChildTask.TYPE) {
      ChildTask task = ChildTask.of(frame);
      new Rehearsal(reports, thread -> create(task, thread, link), task).run();
      frame = link.next();
    }
    reports.begin(Step.ENDED);
    System.exit(0);
  }

  private static CycleCounterProvider create(ChildTask task, LifeThread thread, ParentLink link)
      throws Exception {
    thread.announce("the loading of its class");
    String name = task.provider();
    ClassLoader loader =
        LOADERS.computeIfAbsent(task.loader(), number -> new PipeClassLoader(link, number, OWN));
    // The service loader first: a module's provider may be in a package that is not exported, or
    // come from its method provider(). A child of a class path has no other modules.
    boolean isInModule = loader == OWN && RehearsalMain.class.getModule().isNamed();
    ProviderHandle service = isInModule ? Found.service(name) : null;
    try {
      Class<?> type = Class.forName(name, false, loader);
      thread.announce("its static initializer"); // before its constructor, to tell the two apart
      Class<?> unused = Class.forName(name, true, loader);
      thread.announce("its constructor");
      return service != null
          ? service.call()
          : (CycleCounterProvider) type.getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new TaskEnd(false, Code.NO_CLASS, name, SERVICE_FILE);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new TaskEnd(false, Code.NO_CONSTRUCTOR, name, SERVICE_FILE);
    }
  }
}
