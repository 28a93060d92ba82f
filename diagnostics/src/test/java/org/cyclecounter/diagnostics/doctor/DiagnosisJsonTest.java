// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.report.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DiagnosisJsonTest {

  @TempDir Path root;

  @Test
  void jsonHasEverything() throws IOException {
    ScriptedMachine machine =
        new ScriptedMachine(root)
            .paranoid(4)
            .file("proc/sys/kernel/nmi_watchdog", "1\n")
            .usesTsc()
            .rejects("amd64-pmc", CounterKind.ON_CORE, Obstacle.NOT_PERMITTED);
    String json = DiagnosisJson.of(machine.diagnosis(), machine.facts());
    assertThat(json)
        .startsWith(
            "{\"schema\":\"doctor-1\",\"version\":\""
                + Version.read()
                + "\",\"libcpucyclesVersion\":\"20240114\",\"implementation\":\"amd64-tsc\","
                + "\"kind\":\"OFF_CORE\",")
        .contains(
            "\"better\":[{\"counter\":\"amd64-pmc\",\"kind\":\"ON_CORE\","
                + "\"obstacle\":\"NOT_PERMITTED\",\"now\":\"perf_event_open is refused:"
                + " kernel.perf_event_paranoid is 4\",",
            "\"commands\":[{\"place\":\"HERE\",\"run\":\"sysctl -w"
                + " kernel.perf_event_paranoid=2\"}]",
            "\"warnings\":[{\"kind\":\"NMI_WATCHDOG\",",
            "\"perfEventParanoid\":\"4\"")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @EnumSource
  void schemaHasEachPlace(Command.Place place) throws IOException {
    assertThat(Path.of("../docs/schemas/doctor-1.json")).content().contains("\"" + place + "\"");
  }
}
