package org.cyclecounter.selector.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;

/** A selection and its measurements as one JSON object; keys carry their units. */
public final class ReportJson {

  private ReportJson() {}

  /**
   * The JSON.
   *
   * @param report the selection
   * @param counter the chosen counter
   * @param measurements made with it
   * @return one line
   */
  public static String of(SelectionReport report, CycleCounter counter, Measurements measurements) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("version", report.version());
    root.put("implementation", report.implementation());
    root.put("scope", counter.scope());
    root.put("cyclesPerSecond", report.cyclesPerSecond());
    root.put("frequencySource", report.frequencySource());
    root.put("costNs", report.cost().toNanos());
    root.put("counters", report.counters().stream().map(ReportJson::counter).toList());
    root.put("medianCycles", measurements.median());
    root.put("differencesCycles", measurements.differences());
    root.put("observed", measurements.observed().stream().map(ReportJson::observed).toList());
    StringBuilder json = new StringBuilder();
    write(root, json);
    return json.toString();
  }

  private static Map<String, Object> counter(CounterReport counter) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", counter.name());
    map.put("kind", counter.kind());
    map.put("scope", counter.scope());
    map.put("verdict", counter.verdict());
    map.put("precisionCycles", counter.precision());
    map.put("scaling", counter.scaling());
    map.put("only32", counter.only32());
    map.put("reason", counter.reason());
    map.put("costNs", counter.cost().toNanos());
    return map;
  }

  private static Map<String, Object> observed(Measurements.Observed one) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("lowHz", one.lowHz());
    map.put("highHz", one.highHz());
    map.put("loops", one.loops());
    map.put("microseconds", one.microseconds());
    return map;
  }

  private static void write(Object value, StringBuilder json) {
    if (value instanceof Map<?, ?> map) {
      char before = '{';
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.append(before);
        before = ',';
        quote(entry.getKey().toString(), json);
        json.append(':');
        write(entry.getValue(), json);
      }
      json.append('}');
    } else if (value instanceof List<?> list) {
      json.append('[');
      String before = "";
      for (Object element : list) {
        json.append(before);
        before = ",";
        write(element, json);
      }
      json.append(']');
    } else if (value instanceof Number || value instanceof Boolean) {
      json.append(value); // finite: a scaling is the ratio of two positive longs, or 0
    } else {
      quote(value.toString(), json);
    }
  }

  private static void quote(String text, StringBuilder json) {
    json.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
