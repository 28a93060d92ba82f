// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * An emulated arm64 machine whose kernel does not let counters be read in user mode: {@code doctor}
 * names the setting, and once its own command has been run, to the letter, nothing is better.
 */
@Isolated
class DoctorMachines {

  @TempDir Path folder;

  private static String text(Answers answers) {
    return answers.all("line").stream()
        .map(line -> String.join("\t", line))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void commandOfDoctorMendsWhatItNames() throws Exception {
    Machines.assumeWanted("guest-arm64");
    Answers answers =
        Answers.of(Guests.boot("arm64", folder, "counter=arm64-perfpmc\n", "guest-doctor", 700));
    Answers off = answers.under("0", "doctor");
    String before = text(off);
    System.out.println("arm64, kernel.perf_user_access 0:\n" + before + "\n");
    assertThat(off.all("status")).as(before).containsExactly(List.of("1"));
    assertThat(before.replaceAll("\\s+", " "))
        .contains("A better counter is possible: arm64-perfpmc");
    assertThat(before).contains("\n    sysctl -w kernel.perf_user_access=1\n");
    assertThat(answers.all("command"))
        .containsExactly(List.of("sysctl -w kernel.perf_user_access=1"));
    assertThat(answers.all("ran")).containsExactly(List.of("0"));

    Answers on = answers.under("1", "doctor");
    String after = text(on);
    System.out.println("arm64, after its command:\n" + after + "\n");
    assertThat(on.all("status")).as(after).containsExactly(List.of("0"));
    assertThat(after.replaceAll("\\s+", " ")).contains("Nothing better is possible here.");
  }
}
