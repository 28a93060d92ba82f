// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class loaders of applications that come and go: they may fail, and are let go. */
class LoadersIT {

  @TempDir Path folder;

  @Test
  void aLoaderThatThrowsCostsItsCounterOnlyAndNoTime() throws Exception {
    Ended ended = new Program(folder).stepLimit(600).run(StoppedLoader.class).well();
    System.out.println(ended.ms() + " ms, " + ended.rows());
    assertThat(ended.rows().get("example-needs-class"))
        .startsWith("REJECTED: ")
        .containsPattern("stopped already|IllegalStateException|NoClassDefFoundError.*Helper");
    assertThat(ended.said("selected")).isEqualTo("example-needs-none");
    assertThat(ended.ms()).as("600 s are the limit of what does not return").isLessThan(300_000);
  }

  /** With a counter that may be taken away, where this machine has one. */
  @ParameterizedTest
  @ValueSource(strings = {"useStatic", "useSelected"})
  void anApplicationThatHasGoneIsLetGo(String way) throws Exception {
    Ended ended = new Program(folder).run(Redeploy.class, way).well();
    assertThat(ended.said("failed")).isEmpty();
    assertThat(ended.said("threads")).isEqualTo("[]");
    assertThat(ended.said("collected")).isEqualTo("8 of 8");
  }
}
