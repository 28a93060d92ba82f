// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.hostile.Hostile;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.cyclecounter.itest.LongTests;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Providers that change their process when they are created: the program is as before, and a
 * healthy provider beside them is used; {@code -Dtests=all} for each of them.
 */
class HostileProvidersIT {

  @TempDir Path folder;

  static Stream<Class<?>> providers() {
    return LongTests.ARE_RUN
        ? Stream.of(Hostile.class.getClasses())
        : Stream.of(Hostile.NoProperties.class, Hostile.Uncaught.class, Hostile.Daemon.class);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("providers")
  void theProgramIsAsBeforeAndOthersAreUsed(Class<?> type) throws Exception {
    int waitMs = type == Hostile.Daemon.class ? Hostile.Daemon.AFTER_MS + 1_000 : 0;
    Ended ended =
        EndingProviders.program(folder)
            .first(ManyProvidersIT.jar(folder.resolve("many.jar"), 1).toString())
            .providing(type)
            .run(Unchanged.class, "select", Integer.toString(waitMs));
    System.out.println(type.getSimpleName() + ": " + ended.rows());
    ended.well();
    assertThat(ended.said("changed")).isEqualTo("[]");
    assertThat(ended.rows().get("example-p0001")).startsWith("USABLE: ");
  }
}
