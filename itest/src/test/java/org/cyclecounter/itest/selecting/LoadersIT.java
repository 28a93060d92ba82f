// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class loaders of applications that come and go are let go. */
class LoadersIT {

  @TempDir Path folder;

  /** With a counter that may be withdrawn, if this machine has one. */
  @Tag("long")
  @Test
  void applicationsThatHaveGoneAreLetGo() throws Exception {
    Ended ended = new Program(folder).run(Redeploy.class).well();
    assertThat(ended.said("failed")).isEmpty();
    assertThat(ended.said("threads")).isEqualTo("[]");
    assertThat(ended.said("kept")).isEmpty();
  }
}
