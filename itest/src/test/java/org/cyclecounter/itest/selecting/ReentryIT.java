// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.Derived;
import com.example.selecting.Loud;
import com.example.selecting.UsingInThread;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Code that runs during a selection, on any thread, uses the counter itself: it gets an answer, and
 * the selection ends with the same result as without that code.
 */
class ReentryIT {

  @TempDir Path folder;

  @Tag("long")
  @Test
  void neverSelectsCountersMadeOfTheSelectedOneAndWaitsForNoProvidersThread() throws Exception {
    Ended ended =
        new Program(folder)
            .providing(Derived.class, UsingInThread.class)
            .run(FirstUse.class, "static");
    Baseline.isSelectedAsUsualBy(ended);
    for (String way : List.of("opened", "read")) {
      for (String kind : List.of("careful", "trusted")) {
        String name = "example-derived-" + way + "-" + kind;
        // A report, when there is a counter, may find usable what was not worth a first reading.
        assertThat(ended.rows().get(name)).as(name).doesNotStartWith("SELECTED");
      }
    }
  }

  /** The provider never gets ready, so that the limit is over for certain. */
  @Test
  void shutdownHookReadsTheCounterWhileItIsBeingSelected() throws Exception {
    Ended ended =
        new Program(folder).stepLimit(1).providing(Loud.Hanging.class).run(FirstUse.class, "exit");
    assertThat(ended.out()).as(ended.err()).contains("selecting: yes", "hook: has read");
    assertThat(ended.status()).isZero();
    assertThat(ended.left()).isZero();
  }
}
