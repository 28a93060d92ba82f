// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advice of {@code doctor} in restricted environments, where it changes nothing. */
class DoctorIT {

  private static final String MAIN = "org.cyclecounter.tools.cli.Main";

  private static final List<String> SETTINGS =
      List.of("perf_event_paranoid", "perf_user_access", "nmi_watchdog", "perf_event_mlock_kb");

  @TempDir Path folder;

  private static String show(String place, Java.Result result) {
    assertThat(result.err()).as(place).isEmpty();
    String text = String.join("\n", result.out());
    System.out.println("doctor, " + place + ", status " + result.status() + ":\n" + text + "\n");
    assertThat(text).contains(" is in use: ");
    boolean isBest = text.replaceAll("\\s+", " ").contains("Nothing better is possible here.");
    assertThat(result.status()).as(text).isEqualTo(isBest ? 0 : 1);
    for (String line : result.out()) {
      // Commands are copied, so they are not broken.
      assertThat(line.length()).as(line).isLessThanOrEqualTo(line.startsWith("    ") ? 200 : 80);
    }
    return text;
  }

  private static List<String> settings() throws Exception {
    List<String> values = new ArrayList<>();
    for (String name : SETTINGS) {
      Path file = Path.of("/proc/sys/kernel", name);
      values.add(name + "=" + (Files.isReadable(file) ? Files.readString(file).strip() : "-"));
    }
    return values;
  }

  @Tag("long")
  @Test
  void advisesOnThisMachine() throws Exception {
    List<String> before = settings();
    show("here", new Launch(folder).main(MAIN, "doctor"));
    assertThat(settings()).as("it changes nothing").isEqualTo(before);
  }

  @Test
  @Tag("long")
  void namesHiddenFilesOfContainer() throws Exception {
    Launch place = new Launch(folder).mounts("mount -t tmpfs -o ro tmpfs /sys");
    assertThat(show("no /sys", place.main(MAIN, "doctor")))
        .contains("hidden files: /sys is not mounted");
  }
}
