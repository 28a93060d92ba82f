// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A leak of each kind is seen. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "there is no /proc to look at")
class ComparisonIT {

  @Test
  void findsLeakOfEachKind() throws Exception {
    ProcessState before = ProcessState.now();
    Path file = Files.createTempFile("cyclecounter-native-", "");
    Process child = new ProcessBuilder("sleep", "60").start();
    CountDownLatch over = new CountDownLatch(1);
    Thread thread = new Thread(() -> await(over), "left behind");
    thread.start();
    byte[] heap = new byte[64 << 20]; // whatever else this JVM lets go meanwhile
    String table;
    try (InputStream in = Files.newInputStream(file)) {
      table = new Comparison(before, before, ProcessState.now()).toString();
      assertThat(in.available()).isZero();
    } finally {
      over.countDown();
      child.destroyForcibly().waitFor();
      Files.delete(file);
      Reference.reachabilityFence(heap);
    }
    thread.join();
    assertThat(table)
        .containsPattern("descriptors: file .* LEAK: .*" + file)
        .containsPattern("descriptors: pipe .* LEAK: pipe; pipe; pipe")
        .containsPattern("other threads .* LEAK: .*left behind")
        .containsPattern("children .* LEAK: S \\(sleep\\)")
        .containsPattern("extracted libraries, crash reports .* LEAK: .*" + file)
        .containsPattern("heap used after a collection .* LEAK: \\+\\d+\n");
  }

  @Test
  void readsNamesThatHoldAnything() {
    assertThat(ProcessState.child("7 (a) b) Z 5 1 1 0", "5")).isEqualTo("Z (a) b)");
    assertThat(ProcessState.child("7 (a) b) S 6 1 1 0", "5")).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
