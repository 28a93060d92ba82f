// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.stress.Selections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes few of the thousands of selections of {@code docs/evidence/isolation.md}. */
class StressIT {

  @TempDir Path directory;

  /** Selects natively and in a child JVM, beside a thread that needs the JVM's signal handlers. */
  @Tag("long")
  @Test
  void selectionsLeaveTheProcessAsItWas() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/status")), "there is no /proc to look at");
    List<String> command = new ArrayList<>(Java.program());
    command.addAll(List.of("-Djava.io.tmpdir=" + directory, "-Dorg.cyclecounter.probe.seconds=60"));
    command.addAll(List.of("-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch"));
    command.addAll(List.of(Java.nativeAccess("ALL-UNNAMED"), "-cp", Java.classPathAndTests()));
    command.addAll(List.of(Selections.class.getName(), "2", "2"));
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.status())
        .as(String.join("\n", result.out()) + "\n" + String.join("\n", result.err()))
        .isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("selections: {NATIVE=1, JVM=1}", "verdict: good");
  }
}
