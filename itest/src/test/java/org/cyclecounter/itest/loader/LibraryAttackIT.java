// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A library that cannot be extracted, and many JVMs that load one at once. */
@Tag("long")
class LibraryAttackIT extends LoaderAttack {

  @Test
  void loadsLibraryOnTheLibraryPathWhereNothingCanBeExtracted() throws Exception {
    Files.write(place.resolve(LIBRARY), packaged("cyclecounter-x86", IN_JAR));
    Path open = directory("open", "777");
    assertLibrary(Java.run(list(open, "-Djava.library.path=" + place)));
  }

  @Test
  void twentyJvmsAtOnceLeaveNothing() throws Exception {
    int jvms = 20;
    ExecutorService pool = Executors.newFixedThreadPool(jvms);
    try {
      List<Future<Java.Result>> results = new ArrayList<>();
      for (int i = 0; i < jvms; i++) {
        ProcessBuilder list = list(place);
        list.command().add("--counter=amd64-tsc");
        results.add(pool.submit(() -> Java.run(list)));
      }
      for (Future<Java.Result> result : results) {
        assertLibrary(result.get());
      }
    } finally {
      pool.shutdown();
    }
    assertThat(left(place)).isEmpty();
  }
}
