// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Lists traces that a native child could leave in this process. */
public final class Traces {

  private Traces() {}

  /** This thread's signal mask, the process's handlers, descriptors, children and mappings. */
  static List<String> now() throws IOException {
    List<String> traces = new ArrayList<>(status("SigBlk:", "SigIgn:", "SigCgt:", "VmLck:"));
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      // The JVM opens a JAR when a class of it is first needed.
      descriptors.map(Traces::target).filter(to -> !to.endsWith(".jar")).forEach(traces::add);
    }
    ProcessHandle.current().children().forEach(child -> traces.add("child " + child.pid()));
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      // The JVM's own mappings grow meanwhile; these are the child's kinds.
      maps.filter(m -> m.contains("/dev/zero") || m.contains("perf_event")).forEach(traces::add);
    }
    return traces;
  }

  static List<String> addedTo(List<String> before) throws Exception {
    return addedTo(before, Traces::now);
  }

  /**
   * Returns new traces that stay: other threads of the JVM open files for a moment, and killed
   * processes need one to end, which a busy machine makes long.
   */
  static <T> List<T> addedTo(List<T> before, Callable<List<T>> now) throws Exception {
    long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (true) {
      List<T> added = now.call();
      before.forEach(added::remove); // one of several that are equal
      if (added.isEmpty() || System.nanoTime() > endNs) {
        return added;
      }
      Thread.sleep(10);
    }
  }

  /** Waits for the end of a process; a zombie, which has no command, has ended. */
  public static void assertEnds(long pid) throws Exception {
    assertThat(addedTo(List.of(), () -> running(pid))).isEmpty();
  }

  /** Returns the command of a process while it runs. */
  static List<String> running(long pid) {
    List<String> commands = new ArrayList<>();
    ProcessHandle.of(pid).flatMap(process -> process.info().command()).ifPresent(commands::add);
    return commands;
  }

  /** Lines of this thread's status. */
  static List<String> status(String... names) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/thread-self/status"))) {
      return lines.filter(line -> Stream.of(names).anyMatch(line::startsWith)).toList();
    }
  }

  private static String target(Path descriptor) {
    try {
      return "descriptor of " + Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      return "descriptor that was closed meanwhile: " + descriptor;
    }
  }
}
