// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracesTest {

  @TempDir Path folder;

  @Test
  void anOpenFileIsATraceAndAJarIsNone() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "this system has no /proc/self/fd");
    Path jar = Files.createFile(folder.resolve("opened-lazily.jar"));
    Path file = Files.createFile(folder.resolve("left-open")).toRealPath();
    List<String> before = Traces.now();
    try (InputStream openJar = Files.newInputStream(jar)) {
      assertThat(Traces.now()).as("with " + openJar).isEqualTo(before);
      try (InputStream openFile = Files.newInputStream(file)) {
        assertThat(Traces.now())
            .as("with " + openFile)
            .containsAll(before)
            .hasSize(before.size() + 1)
            .contains("descriptor of " + file);
      }
    }
    assertThat(Traces.now()).isEqualTo(before);
  }

  @Test
  void aLimitOfTheControlGroupIsNone() throws Exception {
    Optional<Path> limit =
        Stream.of("memory/memory.limit_in_bytes", "cgroup.controllers")
            .map(Path.of("/sys/fs/cgroup")::resolve)
            .filter(Files::isReadable)
            .findAny();
    assumeTrue(limit.isPresent(), "this system shows no control groups");
    List<String> before = Traces.now();
    try (InputStream openLimit = Files.newInputStream(limit.get())) {
      assertThat(Traces.now()).as("with " + openLimit).isEqualTo(before);
    }
  }
}
