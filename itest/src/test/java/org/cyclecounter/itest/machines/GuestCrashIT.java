// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Test;

/** The report of a JVM that crashes in a guest, tested with one that crashes here. */
class GuestCrashIT {

  /** Ends itself as a crash does. */
  static final class Crashing {
    private Crashing() {}

    public static void main(String[] args) throws Exception {
      new ProcessBuilder("kill", "-SEGV", Long.toString(ProcessHandle.current().pid()))
          .inheritIO()
          .start()
          .waitFor();
      Thread.sleep(60_000);
    }
  }

  @Test
  void crashIsShownWithItsRegistersAndStacks() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "registers are looked for by Linux's name");
    String option =
        Files.readAllLines(Scripts.FOLDER.resolve("guest-begin")).stream()
            .filter(line -> line.startsWith("crashing="))
            .findFirst()
            .orElseThrow()
            .substring("crashing=".length());
    Java.Result ended =
        Java.java("-Xmx64m", option, "-cp", Java.classPathAndTests(), Crashing.class.getName());
    assertThat(ended.status()).isNotZero();

    List<String> console = new ArrayList<>(List.of("@case\tinfo"));
    ended.out().forEach(line -> console.add("@info\t" + line));
    assertThat(Guests.crash(console))
        .contains("SIGSEGV", "siginfo:", "Registers:", "Native frames:")
        .doesNotContain("@case", "VM Arguments:", "Dynamic libraries:");
  }
}
