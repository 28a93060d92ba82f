// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.Java.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that may open fewer files than there are JARs. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the reasons are told apart by /proc")
class OpenFilesIT {

  @Tag("long")
  @Test
  void reasonNamesTheLimitOfOpenFiles() throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -n 12; exec \"$@\"", "sh"));
    command.addAll(Java.program());
    command.addAll(List.of("-p", Java.MODS, "-m", "org.cyclecounter.tools", "list"));
    Result list = Java.run(new ProcessBuilder(command));
    assertThat(list.status()).as(list.toString()).isZero();
    assertThat(String.join(" ", list.out()).replaceAll(" +", " "))
        .contains("limit of open files (ulimit -n)")
        .doesNotContain("fix its JAR", "native.directory", "ulimit -u");
  }
}
