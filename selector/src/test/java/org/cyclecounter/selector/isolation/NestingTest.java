// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that selects, itself, must not make a child of each child. */
class NestingTest {

  @TempDir Path directory;

  private static Set<ProcessHandle> descendants() {
    return ProcessHandle.current().descendants().collect(Collectors.toSet());
  }

  @Test
  void aChildStartsNoOther() throws Exception {
    Path services = Files.createDirectories(directory.resolve("classes/META-INF/services"));
    Files.writeString(
        services.resolve(CycleCounterProvider.class.getName()), NestingProvider.class.getName());
    String temporary = System.getProperty("java.io.tmpdir");
    String classPath = System.getProperty("java.class.path");
    Set<ProcessHandle> before = descendants();
    System.setProperty("java.io.tmpdir", directory.toString());
    System.setProperty(
        "java.class.path", classPath + File.pathSeparator + directory.resolve("classes"));
    List<IsolationResult> outcomes;
    try {
      outcomes =
          new ChildJvmIsolator(5, false)
              .probe(new Discovery(List.of(new NestingProvider())).candidates());
    } finally {
      System.setProperty("java.io.tmpdir", temporary);
      System.setProperty("java.class.path", classPath);
    }
    assertThat(outcomes)
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.passed()).isTrue());
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> opened =
          files.filter(file -> file.getFileName().toString().startsWith("opened-")).toList();
      assertThat(opened).hasSize(1);
      assertThat(Files.readString(opened.get(0)))
          .contains("name=" + NestingProvider.class.getName())
          .contains("this process is itself a child");
    }
    for (ProcessHandle process : descendants()) {
      if (!before.contains(process)) {
        process.onExit().get(20, TimeUnit.SECONDS);
      }
    }
    assertThat(ParentConnection.isConnected()).isFalse();
  }
}
