// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a native child could leave behind in this process. */
final class Traces {

  private Traces() {}

  /**
   * This thread's signal mask, the process's handlers, descriptors, children and mappings.
   *
   * <p>Other threads of the JVM open files for a moment, so what two readings in a row agree on;
   * without its control group's limits: a thread that looks at them may have to wait for a
   * processor for longer than two readings take.
   */
  static List<String> now() throws IOException {
    List<String> traces = reading();
    for (int reading = 0; reading < 100; reading++) {
      List<String> before = traces;
      traces = reading();
      if (traces.equals(before)) {
        break;
      }
    }
    return traces;
  }

  private static List<String> reading() throws IOException {
    List<String> traces = new ArrayList<>(status("SigBlk:", "SigIgn:", "SigCgt:", "VmLck:"));
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      // The JVM opens a JAR when a class of it is first needed.
      descriptors
          .map(Traces::target)
          .filter(to -> !to.endsWith(".jar") && !to.startsWith("descriptor of /sys/fs/cgroup/"))
          .sorted()
          .forEach(traces::add);
    }
    traces.add("children " + ProcessHandle.current().children().count());
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      // The JVM's own mappings grow meanwhile; these are the child's kinds.
      traces.add(
          "shared and events "
              + maps.filter(m -> m.contains("/dev/zero") || m.contains("perf_event")).count());
    }
    return traces;
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
