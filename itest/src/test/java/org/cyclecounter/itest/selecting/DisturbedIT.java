// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.Interrupting;
import java.nio.file.Path;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Locks that a program holds, and its code that runs on a selection's threads keep no first reading
 * from its end, nor change its result.
 */
class DisturbedIT {

  @TempDir Path folder;

  @Test
  @Tag("long")
  void readerMayHoldTheCounterAndItsClass() throws Exception {
    Baseline.isSelectedAsUsualBy(new Program(folder).run(Disturbed.class, "held"));
  }

  @Tag("long")
  @Test
  void classLoaderThatReadsTheCounterAnswersAChildAtOnce() throws Exception {
    Ended ended = new Program(folder).providing(Interrupting.class).run(Disturbed.class, "loader");
    Baseline.isSelectedAsUsualBy(ended);
    Baseline.isWhatWorksIn(ended);
    assertThat(ended.rows().get("example-interrupting"))
        .contains("probed in a child JVM")
        .doesNotContain("not begun", "interrupted");
  }
}
