// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import com.example.ending.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Providers that end the process wherever code of theirs runs: the program lives, selects what it
 * would select without them, and its report names each provider and the place.
 */
class EndingProvidersIT {

  private static final String FELIX = Program.TESTS.resolveSibling("felix") + "/*";

  /** The selector's own tests have a provider for each of these. */
  private static final EnumSet<Place> KNOWN =
      EnumSet.of(
          Place.INITIALIZER,
          Place.CONSTRUCTOR,
          Place.COUNTERS,
          Place.BITS,
          Place.INSTRUCTION,
          Place.TICKS);

  @TempDir Path folder;

  @Test
  void programLivesAndNamesProviderAndPlace() throws Exception {
    EndingProviders ending = EndingProviders.at(EnumSet.complementOf(KNOWN));
    ending.areRejectedIn(
        EndingProviders.program(folder)
            .first(ending.jar(folder.resolve("ending.jar")).toString())
            .run(FirstUse.class, "select"));
  }

  @Test
  @Tag("long")
  void containerLivesAndNamesProviderAndPlace() throws Exception {
    EndingProviders ending = EndingProviders.at(EnumSet.allOf(Place.class));
    List<String> jars = new ArrayList<>(bundles());
    jars.add(ending.jar(folder.resolve("ending.jar")).toString());
    ending.areRejectedIn(
        EndingProviders.program(folder)
            .first(FELIX)
            .run(FelixUse.class, jars.toArray(String[]::new)));
  }

  private static List<String> bundles() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      return jars.map(jar -> jar.toAbsolutePath().normalize().toString())
          .filter(jar -> jar.contains("cyclecounter-"))
          .toList();
    }
  }
}
