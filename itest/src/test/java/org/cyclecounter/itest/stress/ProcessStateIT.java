// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A leak of each kind is seen. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "there is no /proc to look at")
class ProcessStateIT {

  @Test
  void findsLeakOfEachKind() throws Exception {
    ProcessState before = ProcessState.now();
    Path file = Files.createTempFile("cyclecounter-native-", "");
    Process child = new ProcessBuilder("sleep", "60").start();
    CountDownLatch over = new CountDownLatch(1);
    Thread thread = new Thread(() -> await(over), "left behind");
    thread.start();
    byte[] heap = new byte[64 << 20]; // whatever else this JVM lets go meanwhile
    List<String> leaks;
    try (InputStream in = Files.newInputStream(file)) {
      leaks = ProcessState.now().leaksSince(before, before);
      assertThat(in.available()).isZero();
    } finally {
      over.countDown();
      child.destroyForcibly().waitFor();
      Files.delete(file);
      Reference.reachabilityFence(heap);
    }
    thread.join();
    assertThat(leaks)
        .contains("descriptor: " + file, "thread: left behind", "child: S (sleep)", "file: " + file)
        .anyMatch(leak -> leak.matches("heap used after a collection: \\+\\d+, .*"))
        .filteredOn("descriptor: pipe"::equals)
        .hasSize(3);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
