// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's settings, as files of a test. */
class FixedCounterTest {

  @TempDir Path files;

  private Path file(String name, String text) throws IOException {
    Path file = files.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void rejectsCounterThatNmiWatchdogUses() throws Exception {
    Path watchdog = file("nmi_watchdog", "1\n");
    assertThatThrownBy(() -> FixedCounter.check(48, watchdog))
        .isInstanceOf(CounterUnavailableException.class)
        .hasMessageContaining("kernel.nmi_watchdog is 1");
    file("nmi_watchdog", "0\n");
    assertThatCode(() -> FixedCounter.check(48, watchdog)).doesNotThrowAnyException();
    assertThatCode(() -> FixedCounter.check(48, files.resolve("none"))).doesNotThrowAnyException();
  }

  @Test
  void rejectsMissingOrNarrowCounter() {
    Path none = files.resolve("none");
    assertThatThrownBy(() -> FixedCounter.check(0, none)).hasMessageContaining("CPUID leaf 0x0a");
    assertThatThrownBy(() -> FixedCounter.check(40, none))
        .hasMessageContaining("40 bits, needs 48");
  }

  @Test
  void rejectsPmuThatDoesNotAlwaysAllowRdpmc() throws Exception {
    file("cpu_core/rdpmc", "2\n");
    Path atom = file("cpu_atom/rdpmc", "1\n");
    file("power/rdpmc", "0\n");
    assertThatThrownBy(() -> FixedCounter.needsRdpmc2(files)).hasMessage(atom + " is 1, needs 2");
    file("cpu_atom/rdpmc", "2\n");
    assertThatCode(() -> FixedCounter.needsRdpmc2(files)).doesNotThrowAnyException();
    assertThatThrownBy(() -> FixedCounter.needsRdpmc2(files.resolve("none")))
        .hasMessageContaining("cannot be listed");
  }
}
