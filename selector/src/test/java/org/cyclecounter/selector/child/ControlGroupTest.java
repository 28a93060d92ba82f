// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The room that control groups leave, from files as of Linux 6.18. */
class ControlGroupTest {

  @TempDir Path top;

  private void group(String path, String... files) throws IOException {
    Path folder = Files.createDirectories(top.resolve(path));
    for (int i = 0; i < files.length; i += 2) {
      Files.writeString(folder.resolve(files[i]), files[i + 1] + "\n");
    }
  }

  private ControlGroup of(String groups, String root, String type) {
    return ControlGroup.of(
        List.of(groups.split(" ")),
        List.of(
            "22 1 8:1 / / rw - ext4 /dev/vda rw",
            "31 22 0:27 " + root + " " + top + " rw,nosuid shared:9 - " + type));
  }

  @Test
  void version2CountsReclaimableCacheAndTheGroupsAbove() throws IOException {
    group("a", "memory.max", "1000", "memory.current", "900", "memory.stat", "inactive_file 50");
    group("a/b", "memory.max", "max", "memory.current", "100", "memory.stat", "inactive_file 0");
    assertThat(of("0::/a/b", "/", "cgroup2 cgroup2 rw")).isEqualTo(new ControlGroup(150, 1000));
  }

  @Test
  void version1IsTheOneWithTheMemoryController() throws IOException {
    group(
        "a",
        "memory.limit_in_bytes",
        "500",
        "memory.usage_in_bytes",
        "420",
        "memory.stat",
        "inactive_file 7\ntotal_inactive_file 20");
    String groups = "9:cpu,cpuacct:/x 8:memory:/a 0::/";
    assertThat(of(groups, "/", "cgroup cgroup rw,memory")).isEqualTo(new ControlGroup(100, 500));
    assertThat(of(groups, "/", "cgroup cgroup rw,cpu").room()).isEqualTo(Long.MAX_VALUE);
  }

  /** The container sees its own group as the root of the mount, and the host's path to it. */
  @Test
  void aContainerIsFoundThroughItsMount() throws IOException {
    group("", "memory.max", "300", "memory.current", "100", "memory.stat", "inactive_file 1");
    assertThat(of("0::/docker/1", "/docker/1", "cgroup2 cgroup2 rw").room()).isEqualTo(201);
    assertThat(of("0::/docker/2", "/", "cgroup2 cgroup2 rw").room()).isEqualTo(201);
  }

  @Test
  void withoutALimitThereIsRoom() {
    assertThat(of("0::/a", "/", "cgroup2 cgroup2 rw").room()).isEqualTo(Long.MAX_VALUE);
    assertThat(ControlGroup.ofThisProcess().room()).isPositive();
  }
}
