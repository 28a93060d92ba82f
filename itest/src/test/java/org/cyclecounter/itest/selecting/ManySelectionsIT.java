// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.many.P0000;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.cyclecounter.itest.stress.Selections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many selections beside ten third parties' providers in one JVM, which has the same threads,
 * descriptors, children, keys and files afterwards.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "there is no /proc to look at")
@Tag("long")
class ManySelectionsIT {

  private static final int THIRD_PARTIES = 10;
  private static final int SELECTIONS = 50;

  @TempDir Path folder;

  @Test
  void leaveTheProcessAsItWas() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path opened = Files.createFile(folder.resolve("opened"));
    Ended ended =
        new Program(folder)
            .first(Jars.clocks(folder.resolve("many.jar"), THIRD_PARTIES).toString())
            .option("-Djava.io.tmpdir=" + temporary)
            .option("-Xmx128m")
            .option("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2") // starts a thread
            .variable(P0000.OPENED, opened.toString())
            .variable(P0000.KIND, "ON_CORE")
            .run(Selections.class, Integer.toString(SELECTIONS), "0");
    assertThat(ended.out()).as(ended.err()).contains("verdict: good");
    assertThat(ended.status()).isZero();
    assertThat(ended.left()).as("processes that are left").isZero();
    assertThat(temporary).isDirectoryNotContaining("glob:**/cyclecounter-*");
    assertThat(Files.size(opened)).isGreaterThan(THIRD_PARTIES * SELECTIONS);
  }
}
