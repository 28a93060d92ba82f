// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** The program of a child: creates and calls the objects that its parent names. */
public final class TestChild {

  static final byte CALL = 20;
  static final byte RETURNED = 21;

  private static final long LIMIT_MS = 60_000;
  private static final int MAX_TEXT = 1000;

  private TestChild() {}

  static ChildJvm start() throws IOException, InterruptedException {
    return ChildJvm.start(JavaCommand.of(TestChild.class, List.of()));
  }

  /** Returns what the child's own object of that class returns, or the exception that it throws. */
  static String call(ChildJvm child, Class<?> task) throws InterruptedException {
    send(child, task);
    return child.next(LIMIT_MS).orElseThrow().texts()[0];
  }

  static void send(ChildJvm child, Class<?> task) {
    child.send(new Frame(CALL, "" + child.number(task.getClassLoader()), task.getName()));
  }

  static ChildJvm.End end(ChildJvm child) throws InterruptedException {
    return child.end(LIMIT_MS).orElseThrow();
  }

  public static void main(String[] arguments) {
    ParentLink link = ParentLink.connect(arguments[0]);
    link.send(new Frame(Frame.READY));
    while (true) {
      Frame frame = link.next();
      if (frame.type() == Frame.END) {
        System.exit(0);
      }
      String[] task = frame.texts();
      String answer = answer(link, Integer.parseInt(task[0]), task[1]);
      link.send(new Frame(RETURNED, answer.substring(0, Math.min(answer.length(), MAX_TEXT))));
    }
  }

  private static String answer(ParentLink link, int loader, String task) {
    ClassLoader own = TestChild.class.getClassLoader();
    try {
      ClassLoader named =
          loader == PipeClassLoader.MAIN ? own : new PipeClassLoader(link, loader, own);
      Class<?> type = Class.forName(task, true, named);
      return "" + ((Callable<?>) type.getConstructor().newInstance()).call();
    } catch (Throwable e) {
      return e.toString();
    }
  }
}
