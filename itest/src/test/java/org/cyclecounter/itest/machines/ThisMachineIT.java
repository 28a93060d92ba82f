// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.machines.Answers.Counter;
import org.junit.jupiter.api.Test;

/** The machine that the tests run on, asked as the emulated ones are. */
class ThisMachineIT {

  @Test
  void usableCountersRiseAndOneIsSelected() throws Exception {
    Java.Result asked = Java.run(new ProcessBuilder(Java.program(Probe.class, "counters")));
    assertThat(asked.status()).as(asked.toString()).isZero();
    Answers answers = Answers.of(asked.out());
    int java = Runtime.version().feature();
    Results results = Results.of("hardware-" + java);
    for (Counter counter : answers.counters()) {
      if (counter.isUsable()) {
        assertThat(counter.rise()).as(counter.toString()).matches("[1-9]\\d*");
      }
      if (!counter.name().equals("default-zero")) {
        results.add(counter.name(), "hardware", machine() + ", Java " + java, counter.outcome());
      }
    }
    assertThat(answers.selected()).isNotEqualTo("default-zero");
    assertThat(answers.selectedsRise()).isPositive();
  }

  /** Names the processor, and says if it is a virtual machine's. */
  private static String machine() {
    String model = "";
    String virtual = "";
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (model.isEmpty() && line.matches("(model name|cpu model|cpu)\\s*:.*")) {
          model = line.substring(line.indexOf(':') + 1).strip();
        }
        if (line.matches("flags\\s*:.*\\bhypervisor\\b.*")) {
          virtual = "virtual machine";
        }
      }
    } catch (IOException e) {
      model = ""; // not Linux
    }
    String both = model + (model.isEmpty() || virtual.isEmpty() ? "" : ", ") + virtual;
    return System.getProperty("os.arch") + (both.isEmpty() ? "" : " (" + both + ")");
  }
}
