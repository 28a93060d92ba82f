// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;

/** The program of a child: calls what its parent names. */
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
    return new String(child.next(LIMIT_MS).orElseThrow().payload(), StandardCharsets.UTF_8);
  }

  static void send(ChildJvm child, Class<?> task) {
    byte[] name = task.getName().getBytes(StandardCharsets.UTF_8);
    int loader = child.number(task.getClassLoader());
    child.send(CALL, ByteBuffer.allocate(4 + name.length).putInt(loader).put(name).array());
  }

  static ChildJvm.End end(ChildJvm child) throws InterruptedException {
    return child.end(LIMIT_MS).orElseThrow();
  }

  public static void main(String[] arguments) throws IOException {
    ParentLink link = ParentLink.connect(arguments[0]);
    link.send(Frames.READY, new byte[0]);
    while (true) {
      Frames.Frame frame = link.next();
      if (frame.type() == Frames.END) {
        System.exit(0);
      }
      DataInputStream in = frame.in();
      String answer = answer(link, in.readInt(), new String(in.readAllBytes(), "UTF-8"));
      String text = answer.substring(0, Math.min(answer.length(), MAX_TEXT));
      link.send(RETURNED, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String answer(ParentLink link, int loader, String task) {
    ClassLoader own = TestChild.class.getClassLoader();
    try {
      return ""
          + ((Callable<?>)
                  Class.forName(
                          task,
                          true,
                          loader == PipeClassLoader.MAIN
                              ? own
                              : new PipeClassLoader(link, loader, own))
                      .getConstructor()
                      .newInstance())
              .call();
    } catch (Throwable e) {
      return e.toString();
    }
  }
}
