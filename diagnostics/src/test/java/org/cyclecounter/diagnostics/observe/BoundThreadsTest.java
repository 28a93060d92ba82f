// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BoundThreadsTest {

  private static final Path STATUS = Path.of("/proc/thread-self/status");

  private static String allowed() throws Exception {
    List<String> lines = Files.readAllLines(STATUS);
    return lines.stream().filter(line -> line.startsWith("Cpus_allowed_list")).findFirst().get();
  }

  @Test
  void bindsThreadToOneProcessorAndNotItsMaker() throws Exception {
    assumeTrue(Files.isReadable(STATUS), "threads are bound on Linux only");
    String before = allowed();
    BoundThreads processors = new BoundThreads();
    assertThat(processors.count()).isPositive();
    CompletableFuture<String> bound = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                bound.complete(processors.bind(processors.count() - 1) ? allowed() : "not bound");
              } catch (Exception e) {
                bound.completeExceptionally(e);
              }
            });
    thread.start();
    assertThat(bound.get()).matches("Cpus_allowed_list:\\s+\\d+");
    assertThat(allowed()).isEqualTo(before);
  }

  @Test
  void refusesProcessorBeyondTheLast() {
    BoundThreads processors = new BoundThreads();
    assertThat(processors.bind(processors.count())).isFalse();
  }
}
