// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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

  @Test
  void jvmsAreKilledInTheMiddleAndALaterOneCleansUp() throws Exception {
    Random random = new Random(1);
    int killed = 8;
    for (int i = 0; i < 40 && (i < killed || left(place).isEmpty()); i++) {
      int known = left(place).size();
      Process process = list(place).redirectErrorStream(true).start();
      if (i % 2 == 0) {
        Thread.sleep(random.nextInt(500));
      } else {
        while (left(place).size() == known && process.isAlive()) {
          Thread.onSpinWait(); // until its first private directory is there
        }
      }
      process.destroyForcibly().waitFor();
    }
    List<Path> left = left(place);
    assertThat(left).isNotEmpty();
    for (Path directory : left) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
          .isEqualTo("rwx------");
    }
    assertLibrary(Java.run(list(place)));
    assertThat(left(place)).containsAll(left);
    for (Path directory : left) {
      Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minusSeconds(3600)));
    }
    assertLibrary(Java.run(list(place)));
    assertThat(left(place)).isEmpty();
  }
}
