// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.machine.MachineFacts;
import org.cyclecounter.tools.output.Json;

/** A diagnosis as one JSON object. */
public final class DiagnosisJson {

  private static final String SCHEMA = "doctor-1";

  private DiagnosisJson() {}

  public static String of(Diagnosis diagnosis, MachineFacts machine) {
    Map<String, Object> facts = new LinkedHashMap<>();
    machine.facts().forEach(fact -> facts.put(fact.key(), fact.value()));
    return Json.of(
        object(
            "schema", SCHEMA,
            "version", Version.read(),
            "libcpucyclesVersion", Version.LIBCPUCYCLES,
            "implementation", diagnosis.selected().name(),
            "kind", diagnosis.selected().kind(),
            "better", diagnosis.advice().stream().map(DiagnosisJson::advice).toList(),
            "warnings", diagnosis.cautions().stream().map(DiagnosisJson::caution).toList(),
            "machine", facts));
  }

  private static Map<String, Object> advice(Advice advice) {
    return object(
        "counter", advice.counter(),
        "kind", advice.kind(),
        "obstacle", advice.obstacle(),
        "now", advice.now(),
        "gives", advice.gives(),
        "commands", commands(advice.commands()),
        "costs", advice.costs());
  }

  private static Map<String, Object> caution(Caution caution) {
    return object(
        "kind", caution.kind(),
        "text", caution.text(),
        "commands", commands(caution.commands()),
        "costs", caution.costs());
  }

  private static List<Map<String, Object>> commands(List<Command> commands) {
    return commands.stream()
        .map(command -> object("place", command.place(), "run", command.text()))
        .toList();
  }

  /** A map that keeps the order of its keys, each of which has its value behind it. */
  private static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
