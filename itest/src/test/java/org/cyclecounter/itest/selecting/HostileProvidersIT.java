// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.hostile.Hostile;
import java.nio.file.Path;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Providers that change their process when they are created: each is rejected for that, the program
 * is as before, and a healthy provider beside them is used.
 */
class HostileProvidersIT {

  @TempDir Path folder;

  @Test
  void rejectsProvidersWhoseConstructorsChangeTheProcess() throws Exception {
    Ended ended =
        EndingProviders.program(folder)
            .first(Jars.clocks(folder.resolve("many.jar"), 1).toString())
            .providing(Hostile.class.getClasses())
            .run(Unchanged.class, "select")
            .well();
    for (Class<?> type : Hostile.class.getClasses()) {
      assertThat(ended.rows().get(type.getName()))
          .as(type.getName())
          .containsPattern("^REJECTED: .*it (changes .* while being opened|leaves the .*thread)");
    }
    assertThat(ended.said("changed")).isEqualTo("[]");
    assertThat(ended.rows().get("example-p0001")).startsWith("USABLE: ");
  }
}
