// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.WorkloadParams;

/** Lists that JMH wrote long ago, or without the classes that it makes. */
class BenchmarkCatalogTest {

  @Test
  @Tag("gate")
  void namesListThatJmhCannotRead(@TempDir Path folder) throws Exception {
    Path list = folder.resolve("META-INF/BenchmarkList");
    Files.createDirectories(folder.resolve("META-INF"));
    Files.writeString(list, "gate.Old.bench\t\tThroughput\n");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      assertThatThrownBy(() -> BenchmarkCatalog.entries(loader))
          .isInstanceOf(CountFailure.class)
          .hasMessageStartingWith("JMH 1.37 cannot read " + list.toUri().toURL())
          .hasMessageContaining("leave it out: java.lang.IllegalStateException: ");
    }
  }

  @Test
  void saysThatJmhMadeNoClass() {
    String line = "JMH S 1 C S 23 jmh_generated.C_jmhTest S 3 one S 10 Throughput E A 1 1 1 ";
    BenchmarkListEntry entry = new BenchmarkListEntry(line + "E ".repeat(17));
    BenchmarkParams params = BenchmarkCatalog.params(entry, new WorkloadParams());
    assertThatThrownBy(() -> new BenchmarkStates(params))
        .hasMessage(
            "JMH's annotation processor has made no classes for C: build it anew with that.");
  }
}
