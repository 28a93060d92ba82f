// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.machine.Fact;
import org.cyclecounter.tools.machine.MachineFacts;
import org.cyclecounter.tools.output.Json;

/** A diagnosis as one JSON object. */
public final class DiagnosisJson {

  private static final String SCHEMA = "doctor-1";

  private DiagnosisJson() {}

  public static String of(Diagnosis diagnosis, MachineFacts machine) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("schema", SCHEMA);
    root.put("version", Version.read());
    root.put("libcpucyclesVersion", Version.LIBCPUCYCLES);
    root.put("implementation", diagnosis.selected().name());
    root.put("kind", diagnosis.selected().kind());
    root.put("better", diagnosis.advice().stream().map(DiagnosisJson::advice).toList());
    root.put("warnings", diagnosis.cautions().stream().map(DiagnosisJson::caution).toList());
    Map<String, Object> facts = new LinkedHashMap<>();
    for (Fact fact : machine.facts()) {
      facts.put(fact.key(), fact.value());
    }
    root.put("machine", facts);
    return Json.of(root);
  }

  private static Map<String, Object> advice(Advice advice) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("counter", advice.counter());
    map.put("kind", advice.kind());
    map.put("obstacle", advice.obstacle());
    map.put("now", advice.now());
    map.put("gives", advice.gives());
    map.put("commands", commands(advice.commands()));
    map.put("costs", advice.costs());
    return map;
  }

  private static Map<String, Object> caution(Caution caution) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", caution.kind());
    map.put("text", caution.text());
    map.put("commands", commands(caution.commands()));
    map.put("costs", caution.costs());
    return map;
  }

  private static List<Map<String, Object>> commands(List<Command> commands) {
    return commands.stream()
        .map(
            command -> {
              Map<String, Object> map = new LinkedHashMap<>();
              map.put("place", command.place());
              map.put("run", command.text());
              return map;
            })
        .toList();
  }
}
