// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the memory that control groups leave, from files as of Linux 6.18. */
class ControlGroupTest {

  @TempDir Path top;

  private void group(
      String path, String limit, String max, String usage, String current, String stat)
      throws IOException {
    Path folder = Files.createDirectories(top.resolve(path));
    Files.writeString(folder.resolve("memory." + limit), max + "\n");
    Files.writeString(folder.resolve("memory." + usage), current + "\n");
    Files.writeString(folder.resolve("memory.stat"), stat + "\n");
  }

  private ControlGroup of(String groups) {
    return ControlGroup.of(groups.replace(' ', '\n'), top);
  }

  @Test
  void countsReclaimableCacheAndGroupsAboveInVersion2() throws IOException {
    group("a", "max", "1000", "current", "900", "inactive_file 50");
    group("a/b", "max", "max", "current", "100", "inactive_file 0");
    assertThat(of("0::/a/b")).isEqualTo(new ControlGroup(150, 1000));
  }

  @Test
  void findsMemoryControllerOfVersion1() throws IOException {
    String stat = "inactive_file 7\ntotal_inactive_file 20";
    group("memory/a", "limit_in_bytes", "500", "usage_in_bytes", "420", stat);
    String groups = "9:cpu,cpuacct:/x 8:memory:/a 0::/";
    assertThat(of(groups)).isEqualTo(new ControlGroup(100, 500));
    assertThat(of("9:cpu,cpuacct:/x 8:cpuset:/a 0::/").availableBytes()).isEqualTo(Long.MAX_VALUE);
  }

  /** The container sees its own group as the top one, and the host's path to it. */
  @Test
  void findsContainerThroughItsMount() throws IOException {
    group("", "max", "300", "current", "100", "inactive_file 1");
    assertThat(of("0::/docker/1").availableBytes()).isEqualTo(201);
  }

  @Test
  void hasMemoryWithoutLimit() {
    assertThat(of("0::/a").availableBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(of("").availableBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(ControlGroup.ofThisProcess().availableBytes()).isPositive();
  }
}
