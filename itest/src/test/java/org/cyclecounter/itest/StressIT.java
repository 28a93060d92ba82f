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

/** Runs {@code itest/src/stress/run} for some seconds instead of minutes. */
class StressIT {

  @TempDir Path directory;

  @Test
  void selectionsLeaveTheProcessAsItWas() throws Exception {
    selectionsLeaveNothing(2, 2);
  }

  @Test
  @Tag("long")
  void sixtySelectionsLeaveTheProcessAsItWas() throws Exception {
    selectionsLeaveNothing(60, 5);
  }

  /**
   * Selects beside a thread that needs the JVM's own signal handlers.
   *
   * @param childEvery the interval of selections in a child JVM; the others are native
   */
  private void selectionsLeaveNothing(int selections, int childEvery) throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/status")), "there is no /proc to look at");
    List<String> command = new ArrayList<>(Java.program());
    command.addAll(
        List.of(
            "-Djava.io.tmpdir=" + directory,
            "-Dorg.cyclecounter.probe.seconds=60",
            "-Xms128m",
            "-Xmx128m",
            "-XX:+AlwaysPreTouch",
            Java.nativeAccess("ALL-UNNAMED"),
            "-cp",
            Java.classPathAndTests(),
            Selections.class.getName(),
            "--selections",
            "" + selections,
            "--child-every",
            "" + childEvery));
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.status())
        .as(String.join("\n", result.out()) + "\n" + String.join("\n", result.err()))
        .isZero();
    assertThat(result.err()).isEmpty();
    int inChildren = selections / childEvery;
    String made = "selections: {NATIVE=%d, JVM=%d} ".formatted(selections - inChildren, inChildren);
    assertThat(result.out()).anyMatch(line -> line.startsWith(made)).contains("verdict: good");
  }
}
