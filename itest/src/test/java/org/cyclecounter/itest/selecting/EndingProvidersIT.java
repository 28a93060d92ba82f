// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Providers that end the process wherever code of theirs runs: the program lives, selects what it
 * would select without them, and its report names each provider and the place. {@code
 * -Dending.providers=all} for every way at every place, which takes ten minutes and more.
 */
class EndingProvidersIT {

  private static final String FELIX = Program.TESTS.resolveSibling("felix") + "/*";

  private static final boolean IS_WHOLE = "all".equals(System.getProperty("ending.providers"));

  @TempDir Path folder;

  static Stream<EndingProviders> onThePath() {
    return IS_WHOLE ? EndingProviders.byPlace() : Stream.of(EndingProviders.sample());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("onThePath")
  void theProgramLivesAndNamesProviderAndPlace(EndingProviders ending) throws Exception {
    Ended ended =
        EndingProviders.program(folder)
            .first(ending.jar(folder.resolve("ending.jar")).toString())
            .run(FirstUse.class, "select");
    System.out.println(ending + ": " + ended.ms() + " ms");
    ending.areRejectedIn(ended);
  }

  static Stream<EndingProviders> inAContainer() {
    return IS_WHOLE ? EndingProviders.byWay() : Stream.of(EndingProviders.sample());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("inAContainer")
  void theContainerLivesAndNamesProviderAndPlace(EndingProviders ending) throws Exception {
    List<String> jars = new ArrayList<>(bundles());
    jars.add(ending.jar(folder.resolve("ending.jar")).toString());
    Ended ended =
        EndingProviders.program(folder)
            .first(FELIX)
            .run(FelixUse.class, jars.toArray(String[]::new));
    System.out.println("in Felix, " + ending + ": " + ended.ms() + " ms");
    ending.areRejectedIn(ended);
  }

  private static List<String> bundles() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      return jars.map(jar -> jar.toAbsolutePath().normalize().toString())
          .filter(jar -> jar.contains("cyclecounter-"))
          .toList();
    }
  }
}
