// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.selecting.Clock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.selecting.FirstUse;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * In a container with little memory left the kernel would kill a process for a child JVM's sake:
 * the program lives, and a third party's counter is rejected with the numbers.
 */
class MemoryGroupIT {

  private static final long LIMIT_BYTES = 150L << 20;

  @TempDir Path directory;

  private Path group = Path.of("");

  @BeforeEach
  void makeGroup() {
    Path root = Path.of("/sys/fs/cgroup");
    boolean isVersion1 = Files.isDirectory(root.resolve("memory"));
    Path made =
        root.resolve(isVersion1 ? "memory" : "")
            .resolve("cyclecounter-" + ProcessHandle.current().pid());
    try {
      Files.createDirectory(made);
      group = made;
      Files.writeString(
          group.resolve(isVersion1 ? "memory.limit_in_bytes" : "memory.max"), "" + LIMIT_BYTES);
    } catch (IOException e) {
      assumeTrue(false, "no memory control group can be made here: " + e);
    }
  }

  @AfterEach
  void removeGroup() throws Exception {
    for (int i = 0; i < 600 && !group.toString().isEmpty(); i++) {
      try {
        Files.deleteIfExists(group);
        return;
      } catch (IOException e) {
        Thread.sleep(100); // its last process is still ending
      }
    }
  }

  @Tag("long")
  @Test
  void rejectsThirdPartyWhereChildJvmHasNoRoom() throws Exception {
    Path services =
        Files.createDirectories(directory.resolve("META-INF/services"))
            .resolve(CycleCounterProvider.class.getName());
    Files.writeString(services, Clock.class.getName() + "\n");
    String script = "echo $$ >'" + group.resolve("cgroup.procs") + "' && exec \"$@\"";
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    command.addAll(List.of(Java.path("java"), "-XX:+UseSerialGC", "-Xms80m", "-Xmx80m"));
    command.addAll(List.of("-XX:+AlwaysPreTouch", Java.nativeAccess("ALL-UNNAMED"), "-cp"));
    command.add(directory + File.pathSeparator + Java.classPathAndTests());
    command.addAll(List.of(FirstUse.class.getName(), "select"));
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.status()).as(result.err().toString()).isZero();
    assertThat(result.said("ended")).isEqualTo("yes");
    assertThat(result.rows().get(Clock.class.getName())) // nothing of it has been asked
        .startsWith("REJECTED")
        .containsPattern("control group \\(container\\) has \\d+ MB left of 150 MB");
  }
}
