// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.output.Json;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis as one JSON object. The schema is docs/schemas/doctor-1.json; constants of enums are
 * part of it, so that renaming one is a change of the schema.
 */
public final class DiagnosisJson {

  private DiagnosisJson() {}

  /** Returns the object in one line, with the machine's facts, known or not, as text. */
  public static String of(Diagnosis diagnosis, MachineFacts machine) {
    Map<String, Object> facts = new LinkedHashMap<>();
    machine.values().forEach((fact, value) -> facts.put(fact.key(), value.text()));
    return Json.document(
        "doctor-1",
        Json.object(
            "implementation", diagnosis.selected().name(),
            "kind", diagnosis.selected().kind(),
            "better", diagnosis.advice().stream().map(DiagnosisJson::advice).toList(),
            "warnings", diagnosis.warnings().stream().map(DiagnosisJson::warning).toList(),
            "machine", facts));
  }

  private static Map<String, @Nullable Object> advice(Advice advice) {
    return Json.object(
        "counter", advice.counter(),
        "kind", advice.kind(),
        "obstacle", advice.obstacle(),
        "now", advice.problem(),
        "gives", advice.benefit(),
        "commands", commands(advice.remedy()),
        "costs", advice.remedy().costs());
  }

  private static Map<String, @Nullable Object> warning(Warning warning) {
    return Json.object(
        "kind", warning.kind(),
        "text", warning.text(),
        "commands", commands(warning.remedy()),
        "costs", warning.remedy().costs());
  }

  private static List<Map<String, @Nullable Object>> commands(Remedy remedy) {
    return remedy.commands().stream()
        .map(command -> Json.object("place", command.place(), "run", command.text()))
        .toList();
  }
}
