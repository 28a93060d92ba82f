// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.LongTests;
import org.junit.jupiter.api.Test;

/** Libraries that are not what they should be, and many JVMs that load them at once. */
class LibraryAttackIT extends LoaderAttack {

  // Libraries that are not what they should be

  @Test
  void theLibraryInTheJarIsNotTheOneThatWasPackaged() throws Exception {
    byte[] library = packaged("cyclecounter-x86", IN_JAR);
    String reason = "its JAR: /" + IN_JAR + " does not match its digest; the JAR is damaged";
    byte[] swapped = library.clone();
    swapped[swapped.length / 2] ^= 1;
    assertNoLibrary(Java.run(list(modsWith(swapped, false), place)), reason);
    byte[] truncated = Arrays.copyOf(library, 4096);
    assertNoLibrary(Java.run(list(modsWith(truncated, false), place)), reason);
  }

  @Test
  void theLibraryInTheJarIsOfAnotherProcessor() throws Exception {
    byte[] library =
        packaged("cyclecounter-arm", "META-INF/native/linux-aarch64/libcyclecounter-arm-1.so");
    assertNoLibrary(
        Java.run(list(modsWith(library, true), place)),
        place + ": the system refuses the library: " + LIBRARY + ": ",
        "; a JAR with a library for this machine is needed");
    assertThat(left(place)).isEmpty();
  }

  @Test
  void aLibraryOnTheLibraryPathIsDamaged() throws Exception {
    byte[] library = packaged("cyclecounter-x86", IN_JAR);
    Path onPath = Files.write(place.resolve(LIBRARY), Arrays.copyOf(library, 4096));
    assertLibrary(Java.run(list(place, "-Djava.library.path=" + place)));
    mount("noexec,mode=755");
    Files.write(onPath, Arrays.copyOf(library, 4096));
    assertNoLibrary(
        Java.run(list(place, "-Djava.library.path=" + place)),
        onPath + ": ignored, because it differs from the library in the JAR");
  }

  @Test
  void aWholeLibraryOnTheLibraryPathIsLoadedWhereNothingCanBeExtracted() throws Exception {
    Files.write(place.resolve(LIBRARY), packaged("cyclecounter-x86", IN_JAR));
    Path open = directory("open", "777");
    assertLibrary(Java.run(list(open, "-Djava.library.path=" + place)));
  }

  // Many JVMs

  @Test
  void manyJvmsStartAtOnceAndLeaveNothing() throws Exception {
    int jvms = LongTests.ARE_RUN ? 20 : 4;
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
    int killed = LongTests.ARE_RUN ? 8 : 4;
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
